// The servers whose tool lists scripts/recordCatalogs.mjs records: the name in the configuration, the package, and the
// variables and arguments that the server needs before it lists tools. No key in this file is valid anywhere.
import { fileURLToPath } from 'node:url';

const fixture = (path) => fileURLToPath(new URL(`../test/fixtures/servers/${path}`, import.meta.url));
const example = (path) => fileURLToPath(new URL(`../examples/${path}`, import.meta.url));

/** The servers of test/fixtures/catalogs, with which search was developed. */
export const servers = [
  { name: 'playwright', package: '@playwright/mcp', args: ['--caps', 'vision,pdf'] },
  { name: 'chrome-devtools', package: 'chrome-devtools-mcp', args: ['--no-usage-statistics'] },
  { name: 'mongodb', package: 'mongodb-mcp-server', env: { MDB_MCP_TELEMETRY: 'disabled' } },
  { name: 'notion', package: '@notionhq/notion-mcp-server', env: { NOTION_TOKEN: 'none' } },
  {
    name: 'github',
    package: '@modelcontextprotocol/server-github',
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' },
  },
  {
    name: 'slack',
    package: '@modelcontextprotocol/server-slack',
    env: { SLACK_BOT_TOKEN: 'xoxb-none', SLACK_TEAM_ID: 'T0' },
  },
  {
    name: 'google-maps',
    package: '@modelcontextprotocol/server-google-maps',
    env: { GOOGLE_MAPS_API_KEY: 'none' },
  },
  {
    name: 'postgres',
    package: '@modelcontextprotocol/server-postgres',
    args: ['postgresql://127.0.0.1/none'],
  },
  {
    name: 'brave-search',
    package: '@modelcontextprotocol/server-brave-search',
    env: { BRAVE_API_KEY: 'none' },
  },
  { name: 'puppeteer', package: '@modelcontextprotocol/server-puppeteer' },
  { name: 'firecrawl', package: 'firecrawl-mcp', env: { FIRECRAWL_API_KEY: 'none' } },
  { name: 'tavily', package: 'tavily-mcp', env: { TAVILY_API_KEY: 'none' } },
  { name: 'sentry', package: '@sentry/mcp-server', args: ['--access-token=none'] },
  { name: 'context7', package: '@upstash/context7-mcp' },
  { name: 'exa', package: 'exa-mcp-server', env: { EXA_API_KEY: 'none' } },
  { name: 'figma', package: 'figma-developer-mcp', args: ['--stdio', '--figma-api-key=none'] },
  { name: 'kubernetes', package: 'mcp-server-kubernetes' },
  { name: 'airtable', package: 'airtable-mcp-server', env: { AIRTABLE_API_KEY: 'none' } },
];

/** The servers of test/fixtures/heldOutCatalogs, recorded with all parts of their lists. */
export const heldOut = [
  { name: 'git', package: '@cyanheads/git-mcp-server', env: { MCP_TRANSPORT_TYPE: 'stdio' } },
  { name: 'commands', package: 'mcp-server-commands' },
  { name: 'excel', package: '@negokaz/excel-mcp-server' },
  { name: 'pdf', package: '@modelcontextprotocol/server-pdf', args: ['--stdio'] },
  { name: 'time', package: 'time-mcp' },
  {
    name: 'shop',
    package: '@ivotoby/openapi-mcp-server',
    args: [
      '--api-base-url',
      'http://127.0.0.1:1',
      '--openapi-spec',
      example('shop/openapi.json'),
      '--disable-abbreviation',
      'true',
    ],
  },
  { name: 'graphql-schema', package: 'mcp-graphql-schema', args: [fixture('library.graphql')] },
  { name: 'primevue', package: '@primevue/mcp' },
  { name: 'ripgrep', package: 'mcp-ripgrep' },
];

/** The servers of test/fixtures/heldOutCatalogs that are recorded without the schemas of their results. */
export const inputsOnly = [
  { name: 'desktop-commander', package: '@wonderwhy-er/desktop-commander' },
  { name: 'chart', package: '@antv/mcp-server-chart' },
  {
    name: 'elastic',
    package: '@elastic/mcp-server-elasticsearch',
    env: { ES_URL: 'http://127.0.0.1:1', ES_API_KEY: 'none' },
  },
  { name: 'eslint', package: '@eslint/mcp' },
  { name: 'hubspot', package: '@hubspot/mcp-server', env: { PRIVATE_APP_ACCESS_TOKEN: 'none' } },
  { name: 'mobile', package: '@mobilenext/mobile-mcp' },
  { name: 'xcodebuild', package: 'xcodebuildmcp', args: ['mcp'] },
  { name: 'mermaid', package: 'mcp-mermaid' },
  { name: 'shadcn', package: 'shadcn', args: ['mcp'] },
  { name: 'dbhub', package: '@bytebase/dbhub', args: ['--demo'] },
  {
    name: 'cloudflare',
    package: '@cloudflare/mcp-server-cloudflare',
    args: ['run', 'none'],
    env: { CLOUDFLARE_API_TOKEN: 'none' },
  },
  { name: 'ms-365', package: '@softeria/ms-365-mcp-server', env: { MS365_MCP_OAUTH_TOKEN: 'none' } },
  { name: 'circleci', package: '@circleci/mcp-server-circleci', env: { CIRCLECI_TOKEN: 'none' } },
  {
    name: 'postman',
    package: '@postman/postman-mcp-server',
    args: ['--full'],
    env: { POSTMAN_API_KEY: 'none' },
  },
  {
    name: 'line',
    package: '@line/line-bot-mcp-server',
    env: { CHANNEL_ACCESS_TOKEN: 'none', DESTINATION_USER_ID: 'none' },
  },
  { name: 'mapbox', package: '@mapbox/mcp-server', env: { MAPBOX_ACCESS_TOKEN: 'pk.eyJ1Ijoibm9uZSJ9.none' } },
  {
    name: 'twilio',
    package: '@twilio-alpha/mcp',
    args: ['AC00000000000000000000000000000000/SK00000000000000000000000000000000:none'],
  },
  {
    name: 'browserstack',
    package: '@browserstack/mcp-server',
    env: { BROWSERSTACK_USERNAME: 'none', BROWSERSTACK_ACCESS_KEY: 'none' },
  },
];
