// What scripts know of a server's resources and prompts (MCP 2025-11-25, "Server Features"), as members of the namespace
// `CodeMode`: the same for every server.

export const featureTypes = `  /** What a server has to read (MCP resources). Throws a \`ToolError\` like a tool. */
  interface ServerResources {
    list(): Promise<Resource[]>;
    /** Resources whose URIs are to be filled in (RFC 6570). */
    templates(): Promise<ResourceTemplate[]>;
    /** One resource, by its URI; several contents where it is a folder or the like. */
    read(resource: string | { uri: string }): Promise<ResourceContents[]>;
  }

  /** Those of a server that tells when they change (MCP subscriptions). */
  interface WatchableResources extends ServerResources {
    /**
     * Settles when the resource, or one inside it, has changed, with the URI of that: since the first call, or since the last that
     * settled. Call it first, then read or start what changes the resource, then await it. It waits as long as the run may last.
     */
    updated(resource: string | { uri: string }): Promise<{ uri: string }>;
  }

  /** A server's templates of messages (MCP prompts). Throws a \`ToolError\` like a tool. */
  interface ServerPrompts {
    list(): Promise<Prompt[]>;
    /** The messages of one prompt, filled in. */
    get(name: string, args?: { [name: string]: string }): Promise<PromptMessages>;
    get(prompt: { name: string; arguments?: { [name: string]: string } }): Promise<PromptMessages>;
  }

  interface Resource {
    uri: string;
    name: string;
    title?: string;
    description?: string;
    mimeType?: string;
    /** In bytes. */
    size?: number;
    annotations?: Annotations;
    icons?: Icon[];
  }

  interface Annotations {
    audience?: ("user" | "assistant")[];
    /** From 0 to 1. */
    priority?: number;
    lastModified?: string;
  }

  interface ResourceTemplate extends Omit<Resource, "uri" | "size"> {
    uriTemplate: string;
  }

  /** \`text\`, or \`blob\` in base64. */
  interface ResourceContents {
    uri: string;
    mimeType?: string;
    text?: string;
    blob?: string;
  }

  interface Prompt {
    name: string;
    title?: string;
    description?: string;
    arguments?: { name: string; title?: string; description?: string; required?: boolean }[];
    icons?: Icon[];
  }

  interface PromptMessages {
    description?: string;
    messages: { role: "user" | "assistant"; content: ContentBlock }[];
  }

  interface Icon {
    src: string;
    mimeType?: string;
    sizes?: string[];
    theme?: "light" | "dark";
  }`;
