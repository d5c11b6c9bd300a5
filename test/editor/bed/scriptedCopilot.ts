// Copilot's own service on 127.0.0.1, in front of a scripted model: the list of models of vendor `copilot`, with and
// without tool search, and the embeddings with which Copilot Chat searches tools. Only these models have tool search; a
// model of the user's own endpoint never has.
import { isRecord } from './modelWires.ts';
import { ScriptedModel } from './scriptedModel.ts';
import { wordEmbedding } from './wordEmbeddings.ts';

/** A model as the model picker shows it. Copilot Chat chooses its prompts and its tools by the family. */
export interface CopilotModel {
  readonly name: string;
  readonly family: string;
  readonly vendor: string;
  readonly endpoints: readonly string[];
  readonly toolSearch: boolean;
}

const completions = '/chat/completions';
const claude = { family: 'claude-sonnet-4.5', vendor: 'Anthropic', endpoints: [completions, '/v1/messages'] };
const gpt = { family: 'gpt-5.4', vendor: 'OpenAI', endpoints: ['/responses'] };

/** The two kinds of models that search tools, and the same models without tool search. */
export const copilotModels = {
  claude: { ...claude, name: 'Claude Sonnet 4.5', toolSearch: true },
  claudeWithout: { ...claude, name: 'Claude without tool search', toolSearch: false },
  gpt: { ...gpt, name: 'GPT-5.4', toolSearch: true },
  gptWithout: { ...gpt, name: 'GPT without tool search', toolSearch: false },
} as const satisfies Readonly<Record<string, CopilotModel>>;

/** Copilot Chat uses this model for titles and summaries, and does not show it. */
const utility: CopilotModel = {
  name: 'GPT-4o mini',
  family: 'gpt-4o-mini',
  vendor: 'OpenAI',
  endpoints: [completions],
  toolSearch: false,
};

const embeddings = 'text-embedding-3-small';
/** The year 2100, in seconds since 1970. */
const never = 4_102_444_800;

export class ScriptedCopilot extends ScriptedModel {
  readonly #listed = Promise.withResolvers<undefined>();

  private constructor() {
    super();
  }

  static override async start(): Promise<ScriptedCopilot> {
    return await new ScriptedCopilot().listening();
  }

  /** Resolves when Copilot Chat has asked for the models. */
  get listed(): Promise<unknown> {
    return this.#listed.promise;
  }

  /**
   * A token of an account that does not exist. It names the addresses of the service, all of which are those of this
   * server.
   */
  get token(): string {
    const endpoints = {
      api: this.origin,
      proxy: this.origin,
      telemetry: this.origin,
      'origin-tracker': this.origin,
    };
    const account = {
      sku: 'no_auth_limited_copilot',
      individual: true,
      copilot_plan: 'individual',
      username: 'nobody',
      organization_list: [],
    };
    const token = {
      token: 'invented',
      expires_at: never,
      refresh_in: 1_000_000,
      chat_enabled: true,
      isVscodeTeamMember: false,
      endpoints,
    };
    return Buffer.from(JSON.stringify({ ...token, ...account })).toString('base64');
  }

  protected override answerOther(path: string, body: string): unknown {
    if (path === '/models') {
      this.#listed.resolve(undefined);
      return {
        object: 'list',
        data: [...[...Object.values(copilotModels), utility].map(listing), embeddingListing],
      };
    }
    // The model "Auto" of the picker.
    if (path === '/models/session') {
      const chosen = idOf(copilotModels.claude);
      return {
        available_models: [chosen],
        selected_model: chosen,
        session_token: 'invented',
        expires_at: never,
        discounted_costs: {},
      };
    }
    if (path === '/embeddings') return { model: embeddings, data: textsOf(JSON.parse(body)).map(embedded) };
    return undefined;
  }
}

/** The models with and without tool search differ only in their names. */
function idOf({ name }: CopilotModel): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** Returns a model in the form in which the service lists it. */
function listing(model: CopilotModel): object {
  const { name, family, vendor, endpoints, toolSearch } = model;
  const id = idOf(model);
  return {
    id,
    name,
    vendor,
    version: id,
    object: 'model',
    preview: false,
    supported_endpoints: endpoints,
    model_picker_enabled: model !== utility,
    is_chat_default: model === copilotModels.claude,
    is_chat_fallback: model === utility,
    policy: { state: 'enabled', terms: '' },
    billing: { is_premium: false, multiplier: 0 },
    capabilities: {
      type: 'chat',
      object: 'model_capabilities',
      family,
      tokenizer: 'o200k_base',
      limits: { max_prompt_tokens: 168_000, max_output_tokens: 16_000, max_context_window_tokens: 200_000 },
      supports: { streaming: true, tool_calls: true, parallel_tool_calls: true, tool_search: toolSearch },
    },
  };
}

const embeddingListing = {
  id: embeddings,
  name: embeddings,
  vendor: 'OpenAI',
  version: embeddings,
  object: 'model',
  preview: false,
  model_picker_enabled: false,
  capabilities: {
    type: 'embeddings',
    object: 'model_capabilities',
    family: embeddings,
    tokenizer: 'cl100k_base',
    limits: { max_inputs: 512 },
    supports: { dimensions: true },
  },
};

function embedded(text: string, index: number): object {
  return { index, object: 'embedding', embedding: wordEmbedding(text) };
}

function textsOf(body: unknown): readonly string[] {
  const input = isRecord(body) ? body['input'] : undefined;
  if (!Array.isArray(input)) throw new Error('Not a request for embeddings.');
  return input.map(String);
}
