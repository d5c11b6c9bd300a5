// An MCP server that requires a sign-in, and its authorization server, both on 127.0.0.1. The servers follow the rules
// of real ones (PKCE, single use of codes and refresh tokens, registered redirect addresses) and break them on request.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { hangUp, listen } from './listen.ts';

interface Grant {
  readonly client: string;
  readonly scope: string;
}

interface Client {
  readonly redirectUris: readonly string[];
  readonly secret?: string;
}

export interface ProtectedServerOptions {
  /** The lifetime that access tokens state; they are valid until the test ends them. */
  readonly expiresIn?: number;
  /** An address of this machine; default: 127.0.0.1. */
  readonly host?: string;
  /** Clients that were registered by hand. */
  readonly clients?: Readonly<Record<string, Client>>;
}

const readOnly = { annotations: { readOnlyHint: true } };
const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
const inputSchema = { type: 'object', properties: { n: { type: 'number' } } };
const tools = ['echo', 'header', 'admin'].map((name) => ({ name, inputSchema, ...readOnly }));
/** A tool whose task is complete at the first status request. When the task begins, all tokens become invalid. */
const task = { name: 'task', inputSchema, execution: { taskSupport: 'required' } };

export class ProtectedServer {
  readonly origin: string;
  readonly url: string;
  /** Number of requests to the authorization server, by purpose. */
  readonly asked = { metadata: 0, register: 0, authorize: 0, code: 0, refresh: 0 };
  /** The query of each page that was opened. */
  readonly authorizations: URLSearchParams[] = [];
  /** The tools that were called. */
  readonly calls: string[] = [];
  /** Members that are added to the two metadata documents; a text replaces a document. */
  resourceMetadata: object | string = {};
  metadata: object | string = {};
  /** Members that are added to the answer of the token endpoint. */
  tokenAnswer: object = {};
  /** Members that are added to the parameters that the page sends back. */
  redirect: Readonly<Record<string, string | undefined>> = {};
  /** Targets of redirects (307), by path with query. */
  moved: Readonly<Record<string, string>> = {};
  /** Called during a refresh request to the token endpoint. */
  onRefresh: () => Promise<unknown> = () => Promise.resolve();
  /** Called between the use of a refresh token and the answer. */
  onRefreshed: () => Promise<unknown> = () => Promise.resolve();
  /** Called when a refresh token is invalid. */
  onRefused: () => void = () => undefined;
  /** The answer to an invalid code or refresh token. */
  refusal = { status: 400, error: 'invalid_grant' };
  /** The scope of tokens, whatever the client requested. */
  grantedScope: string | undefined;
  /** True if unknown addresses are answered with a web page. */
  isWebSite = false;
  /** Status of the token endpoint, to simulate an outage. */
  tokenStatus = 200;
  #refused: () => void = () => undefined;
  readonly #server: Server;
  readonly #options: ProtectedServerOptions;
  readonly #clients = new Map<string, Client>();
  readonly #codes = new Map<
    string,
    {
      readonly grant: Grant;
      readonly challenge: string;
      readonly redirectUri: string;
      readonly resource: string;
    }
  >();
  readonly #accessTokens = new Map<string, Grant>();
  readonly #refreshTokens = new Map<string, Grant>();

  private constructor(server: Server, options: ProtectedServerOptions) {
    this.#server = server;
    this.#options = options;
    const { address, port } = server.address() as AddressInfo; // a listening TCP server has one
    this.origin = `http://${address}:${port}`;
    this.url = `${this.origin}/mcp`;
    for (const [id, client] of Object.entries(options.clients ?? {})) this.#clients.set(id, client);
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(options: ProtectedServerOptions = {}): Promise<ProtectedServer> {
    const server = createServer();
    await listen(server, options.host);
    return new ProtectedServer(server, options);
  }

  /** Expires all access tokens; refresh tokens stay valid. */
  expire(): void {
    this.#accessTokens.clear();
  }

  /** Makes all tokens invalid. */
  revoke(): void {
    this.expire();
    this.#refreshTokens.clear();
  }

  /** Forgets all clients, like an authorization server that keeps its clients in memory. */
  forgetClients(): void {
    this.#clients.clear();
  }

  /** Returns an access token as if another window had received it, and its refresh token. */
  issue(scope = 'basic'): { readonly access_token: string; readonly refresh_token: string } {
    const [access, refresh] = [randomToken(), randomToken()];
    const client = [...this.#clients.keys()].at(-1) ?? 'nobody';
    this.#accessTokens.set(access, { client, scope });
    this.#refreshTokens.set(refresh, { client, scope });
    return { access_token: access, refresh_token: refresh };
  }

  /** Settles when `count` further requests were refused. */
  async refuses(count: number): Promise<void> {
    for (let left = count; left > 0; left--) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#refused = () => resolve(undefined);
      await promise;
    }
  }

  get accessTokens(): readonly string[] {
    return [...this.#accessTokens.keys()];
  }

  close(): Promise<void> {
    return hangUp(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', this.origin);
    const body = await text(request);
    const movedTo = this.moved[request.url ?? '/'];
    if (movedTo !== undefined) return response.writeHead(307, { location: movedTo }).end();
    switch (url.pathname) {
      case '/mcp':
        return this.#serve(request, body, response);
      case '/.well-known/oauth-protected-resource/mcp':
        return document(
          response,
          { resource: this.url, authorization_servers: [this.origin], scopes_supported: ['basic'] },
          this.resourceMetadata,
        );
      case '/.well-known/oauth-authorization-server':
        this.asked.metadata += 1;
        return document(response, this.#metadata(), this.metadata);
      case '/register':
        this.asked.register += 1;
        return this.#register(body, response);
      case '/authorize':
        this.asked.authorize += 1;
        return this.#authorize(url.searchParams, response);
      case '/token':
        return this.#token(request, new URLSearchParams(body), response);
      default:
        return response.writeHead(this.isWebSite ? 200 : 404, { 'content-type': 'text/html' }).end('<html>');
    }
  }

  #metadata(): object {
    const { origin } = this;
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    };
  }

  #serve(request: IncomingMessage, body: string, response: ServerResponse): ServerResponse {
    const { authorization = '' } = request.headers;
    const grant = this.#accessTokens.get(authorization.replace(/^Bearer /, ''));
    if (!grant) return this.#challenge(response, 401, 'scope="basic"');
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as {
      id?: number;
      method: string;
      params?: { name: string; arguments: object };
    };
    if (id === undefined) return response.writeHead(202).end();
    const reply = (result: object) => json(response, 200, { jsonrpc: '2.0', id, result });
    if (method === 'initialize') {
      return reply({
        protocolVersion: '2025-11-25',
        capabilities,
        serverInfo: { name: 'protected', version: '1' },
      });
    }
    if (method === 'tools/list') return reply({ tools: [...tools, task] });
    if (method === 'tasks/get') return reply({ taskId: 'a', status: 'completed' });
    if (method === 'tasks/result')
      return reply({ content: [{ type: 'text', text: 'done' }], structuredContent: { done: true } });
    if (method !== 'tools/call' || !params) return reply({});
    if (params.name === 'admin' && !grant.scope.split(' ').includes('admin')) {
      return this.#challenge(response, 403, 'error="insufficient_scope", scope="admin"');
    }
    this.calls.push(params.name);
    if (params.name === 'task') {
      this.revoke();
      return reply({ task: { taskId: 'a', status: 'working', pollInterval: 1 } });
    }
    const said = params.name === 'header' ? { said: `It was ${authorization}.` } : params.arguments;
    return reply({ content: [{ type: 'text', text: JSON.stringify(said) }], structuredContent: said });
  }

  #challenge(response: ServerResponse, status: number, more: string): ServerResponse {
    this.#refused();
    response.writeHead(status, {
      'www-authenticate': `Bearer ${more}, resource_metadata="${this.origin}/.well-known/oauth-protected-resource/mcp"`,
    });
    return response.end();
  }

  #register(body: string, response: ServerResponse): ServerResponse {
    const client = `client-${randomToken()}`;
    const { redirect_uris: redirectUris } = JSON.parse(body) as { redirect_uris: string[] };
    this.#clients.set(client, { redirectUris });
    return json(response, 201, { ...(JSON.parse(body) as object), client_id: client });
  }

  #authorize(query: URLSearchParams, response: ServerResponse): ServerResponse {
    this.authorizations.push(query);
    const of = (name: string) => query.get(name) ?? '';
    const client = of('client_id');
    const redirectUri = of('redirect_uri');
    if (!this.#clients.get(client)?.redirectUris.includes(redirectUri))
      return response.writeHead(400).end('unknown redirect_uri');
    if (of('code_challenge_method') !== 'S256') return response.writeHead(400).end('PKCE is wanted');
    const code = randomToken();
    const grant = { client, scope: of('scope') };
    this.#codes.set(code, { grant, challenge: of('code_challenge'), redirectUri, resource: of('resource') });
    const target = new URL(redirectUri);
    const answer: Record<string, string | undefined> = {
      code,
      state: of('state'),
      iss: this.origin,
      ...this.redirect,
    };
    for (const [name, value] of Object.entries(answer))
      if (value !== undefined) target.searchParams.set(name, value);
    return response.writeHead(302, { location: target.href }).end();
  }

  async #token(
    request: IncomingMessage,
    form: URLSearchParams,
    response: ServerResponse,
  ): Promise<ServerResponse> {
    const refreshes = form.get('grant_type') === 'refresh_token';
    this.asked[refreshes ? 'refresh' : 'code'] += 1;
    if (refreshes) await this.onRefresh();
    if (this.tokenStatus !== 200) return response.writeHead(this.tokenStatus).end();
    if (!this.#isClient(request, form)) return json(response, 401, { error: 'invalid_client' });
    const grant = refreshes ? this.#refreshed(form) : this.#exchanged(form);
    if (!grant) {
      this.onRefused();
      return json(response, this.refusal.status, { error: this.refusal.error });
    }
    if (refreshes) await this.onRefreshed();
    const { expiresIn: expires_in } = this.#options;
    return json(response, 200, {
      ...this.issue(this.grantedScope ?? grant.scope),
      token_type: 'Bearer',
      ...(expires_in !== undefined && { expires_in }),
      ...this.tokenAnswer,
    });
  }

  #isClient(request: IncomingMessage, form: URLSearchParams): boolean {
    const basic = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    ).toString();
    const [id = '', secret] =
      basic === '' ? [form.get('client_id') ?? '', form.get('client_secret') ?? undefined] : basic.split(':');
    return this.#clients.has(id) && this.#clients.get(id)?.secret === secret;
  }

  #refreshed(form: URLSearchParams): Grant | undefined {
    const token = form.get('refresh_token') ?? '';
    const grant = this.#refreshTokens.get(token);
    this.#refreshTokens.delete(token);
    return grant;
  }

  #exchanged(form: URLSearchParams): Grant | undefined {
    const kept = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits =
      kept?.challenge === verifier &&
      kept.redirectUri === form.get('redirect_uri') &&
      kept.resource === form.get('resource');
    return fits ? kept.grant : undefined;
  }
}

function randomToken(): string {
  return randomBytes(24).toString('base64url');
}

function json(response: ServerResponse, status: number, body: object): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function document(response: ServerResponse, usual: object, over: object | string): ServerResponse {
  if (typeof over === 'string')
    return response.writeHead(200, { 'content-type': 'application/json' }).end(over);
  return json(response, 200, { ...usual, ...over });
}
