// Types of a server's resources and prompts (MCP 2025-11-25, "Server Features"), in the namespace `CodeMode`.

export const featureTypes = `  /** MCP resources. Methods throw \`ToolError\`. */
  interface ServerResources {
    list(): Promise<Resource[]>;
    /** With URI templates (RFC 6570). */
    templates(): Promise<ResourceTemplate[]>;
    /** One resource by its URI; several contents, e.g. of a folder. */
    read(resource: string | { uri: string }): Promise<ResourceContents[]>;
    /** Values of a variable of a URI template that begin with \`value\`; \`arguments\`: other variables. */
    complete(question: { uriTemplate: string } & Completing): Promise<Completion>;
  }

  /** Resources with subscriptions. */
  interface WatchableResources extends ServerResources {
    /**
     * Resolves with the URI of the resource, or of one inside it, when that has changed since the first call, or since the last one that
     * resolved. Call it, then read or start the change, then await it. Has no timeout of its own.
     */
    updated(resource: string | { uri: string }): Promise<{ uri: string }>;
  }

  /** MCP prompts. Methods throw \`ToolError\`. */
  interface ServerPrompts {
    list(): Promise<Prompt[]>;
    /** The messages of a prompt with these arguments. */
    get(name: string, args?: { [name: string]: string }): Promise<PromptMessages>;
    get(prompt: { name: string; arguments?: { [name: string]: string } }): Promise<PromptMessages>;
    /** Values of an argument that begin with \`value\`; \`arguments\`: other arguments. */
    complete(question: { name: string } & Completing): Promise<Completion>;
  }

  interface Completing {
    argument: string;
    value: string;
    arguments?: { [name: string]: string };
  }

  interface Completion {
    values: string[];
    total?: number;
    hasMore?: boolean;
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
