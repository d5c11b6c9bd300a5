// What well-known products are for: who names one speaks of its things, and who names the things may mean its tools. General
// knowledge of the trade; a server that is not here is found by what it says of itself.
export const PRODUCTS = `
  obsidian: notes vault markdown; evernote: notes; notion: pages notes wiki database; confluence: wiki pages documentation; jira: issues tickets project;
  linear: issues tickets project; asana: tasks project; trello: board cards tasks; todoist: tasks todo; clickup: tasks project; monday: board items project;
  github: repository code issues; gitlab: repository code issues; bitbucket: repository code; git: repository version control; slack: chat messages channels;
  discord: chat messages channels server; telegram: chat messages; whatsapp: chat messages; signal: chat messages; teams: chat messages meetings; zoom: video call meetings;
  twilio: sms phone calls messages; gmail: email mail inbox; outlook: email mail calendar; mailchimp: email campaigns newsletter; sendgrid: email;
  drive: files documents; dropbox: files storage; onedrive: files storage; box: files storage; s3: files storage buckets; gcal: calendar events;
  stripe: payments billing invoices; paypal: payments invoices; square: payments; shopify: shop store orders products; woocommerce: shop orders products; xero: accounting invoices;
  quickbooks: accounting invoices; salesforce: crm leads contacts accounts opportunities; hubspot: crm contacts deals companies; pipedrive: crm deals contacts; zendesk: support tickets customers;
  intercom: support conversations customers; freshdesk: support tickets; figma: design mockup; canva: design; miro: whiteboard; blender: 3d scene modelling; excel: spreadsheet workbook;
  airtable: table base records; sheets: spreadsheet; docs: document; slides: presentation; powerpoint: presentation slides; word: document;
  sentry: errors exceptions crashes; datadog: monitoring metrics logs; grafana: dashboards metrics monitoring; prometheus: metrics monitoring; newrelic: monitoring performance;
  pagerduty: incidents oncall alerts; opsgenie: incidents alerts oncall; splunk: logs; cloudwatch: logs metrics aws; loki: logs; jaeger: traces; honeycomb: traces;
  jenkins: build ci jobs; circleci: build ci pipelines; buildkite: build ci pipelines; vercel: deploy hosting website; netlify: deploy hosting website; heroku: deploy hosting app;
  cloudflare: dns cdn domain workers; aws: cloud; azure: cloud; gcp: cloud; docker: containers images; kubernetes: containers cluster pods deployments; kubectl: kubernetes cluster; helm: charts kubernetes;
  terraform: infrastructure; ansible: automation servers; postgres: sql database; postgresql: sql database; mysql: sql database; sqlite: sql database; mssql: sql database; oracle: sql database;
  mongodb: document database; redis: cache key value; elasticsearch: search index; opensearch: search index; clickhouse: sql analytics database; snowflake: sql warehouse; bigquery: sql warehouse;
  duckdb: sql analytics; supabase: database postgres; firebase: database app; neon: postgres database; neo4j: graph database; dynamodb: table database; qdrant: vector memory search; pinecone: vector index search;
  chroma: vector collection; weaviate: vector search; mem0: memory; snyk: security vulnerabilities scan; sonarqube: code quality issues; semgrep: code security scan; npm: package javascript library;
  pypi: package python library; playwright: browser web page; puppeteer: browser web page; selenium: browser web page; chrome: browser web page; browserbase: browser web;
  brave: web search; tavily: web search; exa: web search; perplexity: web search answer; kagi: web search; duckduckgo: web search; google: search; firecrawl: scrape crawl web; apify: scrape crawl web;
  spotify: music songs playlists; youtube: videos; twitter: posts tweets social; x: posts tweets social; linkedin: posts profile jobs social; reddit: posts subreddit social; bluesky: posts social; mastodon: posts social;
  instagram: posts photos social; strava: sport activities runs rides; fitbit: health sleep steps; garmin: sport activities health; airbnb: accommodation listings; booking: hotels; maps: places routes;
  openweather: weather; wikipedia: encyclopedia articles; arxiv: papers research; pubmed: papers medical; zotero: papers references library; anki: flashcards decks; homeassistant: home devices lights;
  elevenlabs: speech voice audio; whisper: transcribe speech; replicate: models images; deepl: translate language; mixpanel: analytics events users; amplitude: analytics events users; posthog: analytics events features flags;
  segment: analytics events; plausible: analytics traffic; wordpress: posts blog site; contentful: content entries; sanity: content documents; webflow: site cms; zapier: automation; n8n: workflow automation; make: automation scenarios;
  openapi: api endpoints; swagger: api; postman: api requests collections; graphql: api query schema; puppet: servers; nginx: web server; wireshark: network packets
`;

/** By a word of a server's name, what it is for. */
export function productWords(): ReadonlyMap<string, string> {
  return new Map(
    PRODUCTS.split(';').map((entry) => {
      const [name = '', words = ''] = entry.split(':').map((part) => part.trim());
      return [name, words];
    }),
  );
}
