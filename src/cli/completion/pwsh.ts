// Completion for PowerShell. Where it offers nothing, PowerShell completes the names of files.
import { flagsOf, type Completed } from './completed.ts';

export function pwsh(commands: readonly Completed[]): string {
  const names = [...commands.map(({ name }) => name), '--help', '--version'];
  const entries = commands.map(({ name, options, completes }) => {
    const values = options.flatMap((option) =>
      option.takes === undefined
        ? []
        : flagsOf(option).map((flag) => `${quote(flag)} = ${list(option.isFile ? [] : (option.values ?? []))}`),
    );
    const words = Array.isArray(completes) ? completes : [];
    return `    ${quote(name)} = @{ Flags = ${list(options.flatMap(flagsOf))}; Words = ${list(words)}; Values = @{ ${values.join('; ')} } }`;
  });
  return `# PowerShell completion of code-mode
Register-ArgumentCompleter -Native -CommandName code-mode -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${entries.join('\n')}
  }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = if ($words.Count -gt 1) { $commands[$words[1]] }
  $offered = if ($words.Count -le 1) { ${list(names)} }
    elseif ($null -eq $command) { @() }
    elseif ($command.Values.ContainsKey($words[-1])) { $command.Values[$words[-1]] }
    elseif ($wordToComplete.StartsWith('-')) { $command.Flags }
    else { $command.Words }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quote).join(', ')})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
