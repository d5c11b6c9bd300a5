// Words that people use interchangeably when they ask for a tool. The lists cover general English and technical
// language, not particular servers, whose own words are in the index already. Semicolons separate the groups; a word
// may be in several groups.
import { meaningsIn } from './searchTerms.ts';

/** Groups of words with nearly the same meaning. */
export const CLOSE = `
  directory folder; image picture photo photograph; movie video clip; delete remove drop destroy erase trash; create new make add; get read show view; list show all; search find; send post; reply respond answer comment; start run launch; email mail
  customer client buyer shopper; user member account; repository repo; phone telephone; website site webpage; documentation docs manual
  article post; bug defect; ticket issue case; error failure exception; message msg dm; appointment meeting event; invoice bill
  purchase buy; cancel abort; parcel package shipment delivery; shipping delivery; remote origin; rename retitle
  screenshot screengrab screencap; spreadsheet workbook excel worksheet; worksheet sheet tab; column field; row line record
  colleague coworker teammate; coupon voucher; certificate voucher; airplane plane; flight plane; passenger traveller traveler
  reservation booking; book reserve; hotel accommodation; baggage luggage suitcase bag; song track; singer artist band musician
  playlist mixtape; subtitle caption transcript; transcript transcription; todo task; task assignment chore; card task; complete finish done
  postpone reschedule delay defer; schedule plan arrange; calculate compute evaluate; translate translation; summarize summary
  analyze analysis; convert conversion; subscription subscribe; subscription plan membership; decrypt decryption; encrypt encryption
  compress shrink; merge join combine unite; split divide separate; duplicate copy clone; modify change edit update alter
  fetch get retrieve; terminate kill; stop halt end; launch start run; start begin; execute run; reboot restart
  deploy release rollout ship publish; upload push; download pull; send dispatch; notify alert; alert alarm warning; administrator admin
  password passphrase; setting preference option configuration; configuration config; permission right access role; role permission
  employee staff worker; manager boss supervisor; organization company firm business; team squad; group team; stock share equity
  ticker symbol; cryptocurrency crypto coin; price cost quote; currency money; transaction payment transfer; balance funds money
  refund reimburse; weather climate; forecast prediction; temperature heat; snapshot dump backup; backup copy; recent latest newest last
  latest current; log journal protocol; dashboard panel overview; metric measurement statistic; statistic stats statistics; query question
  question ask; answer reply respond response; comment note remark; note memo; label tag category; tag keyword; bookmark favorite
  favorite like star; contact person; attendee participant guest invitee; participant member; invite invitation; location place position
  address location; path route; direction route; command cmd; shell terminal console bash; process program app application; container docker
  environment env; secret credential token; token key; function method; variable var; dependency package library; vulnerability security
  test check; verify validate check; validate lint; difference diff; commit revision; branch ref; workflow automation pipeline
  pipeline build; job run; trigger start; webhook callback hook; schema structure; index indices; chart graph diagram plot; graph network
  report summary; document doc file; slide presentation deck powerpoint; paragraph section; heading title header; font typeface
  bold style format; style format; cell range; formula expression; equation formula; number value; increase raise; decrease lower reduce
  volume loudness; brightness dim; light lamp; device appliance; door entrance; thermostat climate; vacuum hoover; timer reminder countdown
  reminder remind; timezone zone; time clock hour; date day; duration length; size dimension; resize scale; crop cut; rotate turn
  watermark stamp; thumbnail preview; preview view; audio sound; voice speech; speech voice; speak say; transcribe transcription
  generate create; draw paint create; sketch draw; recipe dish meal; exercise workout; product item article goods; item product
  inventory stock; stock inventory; catalog list; cart basket; checkout payment; discount coupon; review rating; exchange swap trade
  return send; human person agent; transfer hand; deal opportunity; lead prospect; association relation link connection
  property attribute field; engagement activity; feed stream; channel room; thread conversation; group chat; reaction emoji; story issue
  sprint iteration; milestone release; epic story; backlog board; worklog hours; transition status state; status state
  state status condition; priority urgency; assignee owner; reporter author; author writer creator; blame author; stage add; cluster server
  namespace scope; deployment rollout; bucket storage; object file; storage disk; database db; table relation; migration schema
  trigger hook; dataset data; vector embedding; model llm; prompt instruction; prediction forecast; incident outage; oncall duty; trace span
  latency slow; link url; domain hostname; certificate ssl; dns domain; ip address; port socket; firewall rule; filter rule; rule policy
  policy rule; machine computer vm; instance machine vm; region zone; invoice receipt; expense cost; revenue income sales
  profit earnings income; statement report; holding position; portfolio position; watchlist favorites; publish submit; ban block kick
  mute silence; leave exit quit; archive store; draft prepare; forward pass; star favorite; follow subscribe watch; watch subscribe
  unsubscribe unfollow unwatch; undo revert; revoke withdraw unapprove; redo repeat; retry rerun repeat; promote elevate; demote downgrade
  grant allow give; deny reject refuse decline; reject decline; accept approve; approve confirm; confirm verify; expire ttl timeout
  expose publish; hide conceal; lock secure; login signin; logout signout; register signup; picture illustration; emulate simulate
  press click tap hit push; click press; type enter; tab window; cookie session; session login; element button; dropdown select
  paper publication; citation reference; book novel; chapter section; page sheet; language locale; country nation; city town
  airport terminal; stop station; train rail; car vehicle; traffic jam; restaurant food; ingredient food; doctor physician; patient client
  drug medicine medication; symptom disease; student pupil; course class lesson; grade score; quiz test; salary pay; candidate applicant
  vacation leave holiday; contract agreement; signature sign; template boilerplate; snippet code; cherry pick
`;

/** Groups of related words. */
export const RELATED = `
  list get find search show read fetch retrieve view display see look lookup query load obtain browse
  list show enumerate overview every exist available; search find look lookup locate discover seek google
  get fetch retrieve read download pull grab receive; read view open show display see print cat content text
  describe explain detail information inspect property metadata schema; explain mean documentation meaning
  create add new make insert generate build start open write put register; create write save store put push upload
  create open file raise report submit log; add append attach insert put link
  delete remove drop erase clear destroy discard forget clean purge rid; uninstall remove delete
  update edit change set modify alter patch rewrite replace adjust configure correct; update upgrade bump newer latest sync
  rename move name title; move transfer relocate drag put; send post write publish tell message notify say deliver
  reply answer respond comment; comment note remark annotation review feedback
  run execute exec perform invoke launch trigger call start apply; start begin launch open enable
  stop end finish cancel close abort halt terminate quit kill disable; restart reload rollout reboot redeploy
  rollback rollout revert undo restore; copy duplicate clone fork; count number many total statistic sum; sum add total plus
  big size large space storage disk; compare diff difference change; check verify test validate status pass
  status state progress health finished done; approve accept confirm review allow; pipeline build status check pass test
  current latest sync update newest outdated; history past previous old log; touch change edit affect
  convert turn transform parse; rate rating feedback quality score; score audit quality seo accessibility; left remaining balance credit
  why cause reason root analyze explain; who user author people member; know knowledge; assign owner responsible
  resolve close fix done solve; watch monitor observe follow track alert change notify tell; wait pause sleep until appear show
  click press tap hit push button; select choose pick switch; switch select activate change toggle; hover mouse over
  fill type enter input text write; choose select pick dropdown option; scroll wheel; screenshot picture image photo snapshot capture shot
  image picture photo png jpg icon media graphic audio svg; record film video screencast capture; resize size viewport phone mobile emulate
  emulate simulate device throttle; echo repeat; think reason reflect thought; folder directory; file document path disk filesystem
  compress zip gzip archive shrink; structure tree hierarchy layout schema; schema field type column structure
  page website web site webpage tab; internet web online; browser tab window; url link address website uri
  link relation connection connect reference; sitemap map; crawl scrape extract spider
  network http request call traffic api xhr ajax response; header body response payload; dialog alert popup prompt
  error exception crash bug problem failure issue wrong; issue bug ticket task problem defect; slow performance speed fast profile trace
  fast index optimize; trace profile; memory heap leak; memory remember fact recall knowledge graph learn
  remember entity relation observation; entity person thing item people someone somebody node subject; observation fact note
  repository project codebase; commit history change; branch version
  user person people account member colleague team who somebody developer; account user profile; channel room conversation chat
  message chat text said talk; comment discuss discussion; page wiki document article; merge pull; network connection offline throttle
  propose suggest request; thread conversation; reaction emoji thumbs; email mail; table sheet spreadsheet; record row entry item document
  row record; field column property attribute; filter match where condition; insert add new; database sql; base database; query select sql
  plan explain; collection table; aggregate group sum average; export dump download; log output event stdout stderr print
  replica instance scale; pod container; container pod docker; command shell terminal; cluster kubernetes; context cluster switch
  service application; release chart version helm; node machine server host; drain maintenance cordon; manifest yaml; resource kind object
  forward tunnel; documentation docs manual guide reference help; library package framework module dependency; example snippet sample
  code source program function; script code javascript program; source code content; source database; design mockup prototype
  paper article scientific research publication study arxiv academic journal science; cite citation related reference; report research
  news article current latest today headline; restaurant place shop business cafe hotel store local; near nearby local; place location
  latitude longitude coordinate geocode gps position; address street; direction route way navigate; navigate open go visit goto url load
  distance drive travel far duration long trip walk journey; direction route drive walk travel trip; elevation altitude high height
  hour phone detail; credit balance money usage cost quota billing; price cost amount; customer client; order purchase; invoice bill
  payment charge; calendar event meeting appointment schedule; environment variable; allow permit access permission
  organization company team workspace; workspace organization; attachment file upload; upload attach; template boilerplate; parent under
  key keyboard; accessibility a11y; css style appearance look; dark light theme scheme color mode; content body text readme
  text string line word; line row; title name called heading; body content paragraph text; block paragraph; sort order
  time date modified metadata information; last recent latest; all entire whole full complete; several multiple many; email message
  screenshot capture; chat message conversation; image figure; text content
`;

/**
 * The purposes of well-known products, since a request that names a product is about its things. A server that is not
 * listed here is found by its own texts.
 */
const PRODUCTS = `
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

/** Returns words for the purpose of a product, by a word of the server's name. */
export function productWords(): ReadonlyMap<string, string> {
  return new Map(meaningsIn(PRODUCTS));
}
