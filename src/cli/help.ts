// What `code-mode --help` prints.

export const help = `code-mode: run TypeScript against the tools of MCP servers

  code-mode run <file|->     run a script (- reads it from standard input)
  code-mode types            print the servers' tools as one TypeScript declaration file
  code-mode tools            list servers and tools, with their tokens as JSON schemas and as declarations
  code-mode search <query>   find tools by what they do
  code-mode describe <path>  print the whole declaration of a tool, with an example call; takes several paths
  code-mode login <server>   sign in to a server that wants it; code-mode logout <server> forgets that

Options
  --config <mcp.json>   a file that defines servers; may be repeated, the first to name a server wins
                        (default: .vscode/mcp.json, .mcp.json and .cursor/mcp.json of this folder, then VS Code's own mcp.json)
  --server <glob>       use only these servers; "!<glob>" leaves servers out; may be repeated
  --other-tools         also use the servers of Claude Desktop, Windsurf, Copilot CLI and Cursor
  --input <id=value>    answer \${input:id} of a definition; else CODE_MODE_INPUT_<ID> does, else you are asked; may be repeated
  --exclude <glob>      leave out tools by "server.tool", e.g. "github.delete_*"; may be repeated
  --read-paths <glob>   add tools.workspace, which may read what matches in this folder, e.g. "**"; may be repeated
  --write-paths <glob>  add tools.workspace, which may write what matches (with --allow-writes); may be repeated
  --no-learn            do not remember, or use, the shapes of what tools without an output schema answer
  --discovery <pattern> hybrid: take tools as servers listed them last, ask servers meanwhile (the default of run, search, describe);
                        onDemand: ask a server only for a call, or when nothing is known of it; startup: ask all servers first
                        (the default of tools, types)
  --discovery-ttl <h>   hours after which tools listed earlier are asked for again (default 24)
  --json                print one JSON object instead of text
  run:   --arg <k=v>    give the script codemode.args.k; v is JSON, else text; may be repeated
         --timeout <ms> end the script after this time (default 120000)
         --limit <k=n>  change a limit, e.g. cpuMs=2000 or calls=50 (the settings codeMode.limits.*); may be repeated
         --allow-writes let it call tools that are not marked read-only, without asking
         --type-check <error|warn|off>
                        refuse a script whose types are wrong (the default), tell and run it, do not look
         --engine <e>   process (default), or wasm: no process is started; slower, and without Intl
         --trace <file> write each call, its input and its output there, one line of JSON each
         --sandbox-os <m> a wall of the operating system around the script: off (default), auto, required
  types: -o <file>      write there instead of standard output

  code-mode --version prints the version. With CODE_MODE_DEBUG=1 what servers say on stderr is shown.

Exit codes: 0 done, 1 the script or the sign-in failed, 2 bad usage or configuration, 3 limit or cancelled
`;
