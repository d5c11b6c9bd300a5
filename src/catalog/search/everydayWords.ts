// Words that people use in requests, each with the words that tools use: `louder` refers to a volume, but does not mean
// volume. The list covers general English and technical language, and is sorted. Semicolons separate the entries.
export const HINTS = `
  3d: model; absence: leave time off; abstract: summary; ac: climate; access: permission; achievement: game; ack: acknowledge; acknowledge: manage status
  activate: enable; actor: movie person; addressbook: contact; admin: owner role; administrator: promote admin; ads: advertisement campaign; advance: next
  advertisement: ad campaign; age: date duration; agenda: event calendar; agent: assignee assistant; ago: relative; airbnb: accommodation listing; aircon: climate
  airline: flight; alarm: alert timer; album: music collection photo track; alert: notify alarm; alertbox: dialog; align: layout; alike: similar
  alive: status health ping; allowlist: allow; aloud: speech audio voice; altitude: elevation; amend: edit update; amount: value quantity; ancestors: parent
  android: device emulate; annotate: annotation comment; announce: broadcast message notify publish; announcement: broadcast message; anomaly: detect unusual
  anonymous: public; apart: split unmerge; apartment: accommodation listing; api: request endpoint; apikey: key token; app: application; appear: match; append: add
  applicant: candidate; appointment: booking; approve: accept; architecture: diagram; archive: store; area: region location; arithmetic: calculate; around: nearby
  arrange: sort move; arrival: flight schedule; arrive: arrival; arrived: delivery status; arrow: connector; artboard: frame; article: page content; artist: music
  arxiv: paper; asleep: pause; assemble: build; assertion: test result; assess: analyze review; assistant: agent; attach: upload add link; attachment: file
  attachments: attachment; attend: respond accept; attributes: property; audience: analytics user; audit: log security; auth: authenticate token; author: write
  authorise: approve grant; authorize: approve grant; autocomplete: completion suggest; automate: workflow automation; automatic: automation; automation: workflow
  autoscale: scale; availability: free slot; available: availability; avatar: image profile; average: formula aggregate mean calculate; awake: restore; awk: process text
  background: color image; backlink: link reference; backlinks: link seo; backlog: issue list; backup: export snapshot; backward: back previous; bandwidth: network
  bank: account transaction; bar: chart; barcode: code scan; base64: encode decode; basket: cart; battery: charge level; bearing: direction; beautify: format
  beginning: start; belong: member; belongs: member owner; benchmark: performance; best: rank recommend; bigger: upscale resize size; biggest: sort size
  bike: cycling route; bill: invoice; bin: trash delete; birthday: event contact date; bitcoin: cryptocurrency coin crypto; blank: clear update; blender: scene object
  blinds: cover; blocked: issue dependency; blocker: issue; blocklist: block; blog: post article; blueprint: diagram; blur: image; blurry: upscale
  boilerplate: template scaffold; bold: style format font; bond: market; book: title author; bookkeeping: invoice account; bookmark: save favorite; boot: start
  bootstrap: init create; border: format style; borders: country; boss: manager; bought: order; box: rectangle; brain: memory; brainstorm: think
  brand: style company vendor; breach: security vulnerability; breakdown: distribution pie; breakfast: meal restaurant; breakpoint: debug; brief: summary
  brightness: image; bring: move get; broke: refund error; broken: error fail; broker: account queue; browse: list navigate; budget: expense cost; build: compile
  building: location; bulb: light; bulk: batch; bullet: list; bundle: package group combine; burndown: sprint milestone; bus: transit stop; business: company
  busy: freebusy availability; buy: order purchase; buyer: customer; buying: order; cache: purge key value; cad: model; call: engagement activity log phone
  callee: call participant; caller: call participant; callers: reference call; calorie: nutrition; calories: nutrition; camera: image stream; campaign: marketing ad
  canary: deploy; cancelation: cancel; canvas: board draw; capital: country city; captcha: challenge; caption: describe text; capture: screenshot snapshot
  car: drive driving direction vehicle; card: payment; carrier: shipping; carry: run move; cat: image; catchment: isochrone; cc: email; cd: deploy; cdn: cache
  cease: stop; cell: value; celsius: temperature; certificate: ssl; chain: thread sequence; changed: diff modified; changelog: release change; changes: diff commit
  characters: text; charge: payment battery; chargeback: dispute; chargebacks: dispute; charging: station; chat: message conversation; chatbot: assistant; cheap: price
  cheapest: price; checkbox: check element; checkin: booking; checklist: item task; checkout: cart payment order switch branch; checkpoint: model; checksum: hash
  chemical: compound; chess: game move; child: children subtask person; chmod: permission file; christmas: date; chunk: part split; churn: retention subscription
  ci: pipeline build check status; cinema: movie; cipher: encrypt; circle: ellipse; citations: paper reference; citizen: person; clarify: explain; class: cabin symbol
  classify: label category; cleanup: clean delete; client: user contact customer; clip: video; clipboard: copy paste; clockin: time entry start; close: resolve complete
  closest: nearest nearby; club: group; cluster: node group; coauthor: collaborator; code: file repository; codeowner: owner; cohort: user segment; coin: crypto
  coinflip: random; cold: temperature conditions weather; colder: temperature; collaborate: share member; collaborator: member user; colleague: user member
  collection: table index; color: variant style; colour: variant style; column: field property; combine: merge; commits: history log; common: top; community: group
  commute: route direction; company: organization; compare: difference; compass: bearing; competitor: company; compile: build; complain: ticket dispute
  complaint: ticket; compliance: policy audit; component: element widget; compose: create draft write; concatenate: merge join; concert: event artist; conduct: run
  conference: meeting event; confirm: accept verify; conflict: merge event; connection: database session; console: message log; constraint: schema
  consume: read subscribe; consumer: subscribe; consumption: usage; contact: address phone; contract: spec; contrast: image; conversation: comment message
  conversion: analytics; convert: unit conversion; cook: recipe meal ingredient; cookie: storage; cooking: recipe; cooling: temperature climate; coordinates: location
  core: dump; corner: radius; correct: update edit; correlation: statistic scatter; cost: price; count: number; countdown: timer; courier: carrier shipping
  court: legal case; coverage: test; covered: coverage; coworker: user member; cpu: usage stats metric; craft: create; crash: error log; credentials: token key secret
  creditcard: payment method; crm: contact deal object company; cron: schedule job; crop: image; crowd: user; csv: table file data; curl: http request fetch url
  cursor: mouse; curtain: cover; customer: user contact; cv: resume candidate; cve: vulnerability security; cwd: directory current; cypher: query graph
  daemon: service process; danger: alert; dangerous: vulnerability security destructive; dark: theme mode; dataset: data table; ddl: migration schema
  deactivate: disable; deadline: due date; deadlock: lock; dealer: vendor; deals: deal object; debt: balance; debug: log error; debugger: debug; decide: think
  decided: summary decision; decision: summary; deck: presentation; declaration: symbol definition; decline: respond reject; decode: convert; dedupe: duplicate merge
  definition: meaning describe symbol declaration spec schema; degrees: temperature; delayed: status; delegate: permission share; deliver: shipping send; demo: example
  deny: reject; depart: departure leave; departure: flight schedule; dependencies: dependency; dependency: package; deployments: deploy; deps: dependency; depth: level
  derivative: math calculate; describe: detail; desktop: screen; destination: target; detach: remove unlink; diagnose: analyze error log; diagnosis: medical condition
  diagnostic: problem error; diagram: chart; dial: call phone; diary: journal note daily; dice: random roll; dictate: speech; dictation: transcribe speech
  dictionary: definition word; diet: nutrition meal; diff: compare change; differ: compare diff; differences: diff compare; dig: search; digest: summary
  dinner: restaurant; direct: nonstop; disable: deactivate turnoff; disconnect: remove detach; discussed: summary transcript; disease: medical condition
  disk: file filesystem; dismiss: close reject; dispatch: fulfill send; display: show view; distribution: histogram boxplot violin; district: area; dividend: payout
  dividends: dividend; dockerfile: image build; doctor: provider appointment; document: record; docx: word document; doi: paper; dollar: currency exchange rate
  dom: element snapshot html; domain: dns; donate: payment; done: complete; doorbell: camera; double: duplicate; doublebooked: conflict; doubleclick: click
  down: incident status; downtime: incident; draft: pending create; drawing: image; drivable: isochrone; drive: file storage direction route; driving: direction route
  drone: device; drop: delete; dropdown: select option; dub: voice; due: date deadline; dummy: mock; dump: snapshot export; duplicate: issue copy; duty: oncall
  earn: revenue income; earnings: income; earthquake: seismic alert; easter: date; eat: restaurant food meal; ebook: book; ec2: instance; economy: cabin; edge: relation
  effort: estimate; eggs: ingredient food; eliminate: delete remove; embedding: vector; emit: send publish; emoji: reaction; emulator: device; enable: activate turnon
  encode: convert; encryption: encrypt; encyclopedia: wikipedia article; ending: end; endorse: approve like; endpoint: api url; engagement: like comment
  english: language; enhance: improve upscale; enrol: register add; enroll: register add; ensure: check validate; enter: join type; envelope: mail; episode: show podcast
  epoch: timestamp unix; equalizer: audio; equation: solve expression math; erd: schema diagram; escalate: manage assign; essay: text write; essence: summary
  estimate: point story; eta: status; ethereum: cryptocurrency coin crypto; etl: pipeline sync; euro: currency exchange rate; ev: charging station; evaluate: rate run
  event: callback; every: schedule; everybody: user attendee; everyone: user member all; everywhere: search all; evict: delete; examine: analyze inspect
  excerpt: snippet; exit: leave close; expenses: expense; expensive: price cost; expire: ttl delete; explain: plan describe; exploit: vulnerability
  explore: browse search list; export: download; extend: update increase; extension: type file; extract: text content; fahrenheit: temperature convert
  fail: failure error; failed: failure error; failing: failure error test; fake: mock; family: contact group; famous: popular; faq: article knowledge
  fastest: speed direct; fax: send document; feed: timeline stream list; feedback: rating review survey comment; fetch: download; ffmpeg: video convert
  filetype: type file; film: record screencast video; filming: record video screencast; filter: image; finetune: train model; finish: complete end
  finished: complete status; fire: alert trigger run; firewall: rule network; firing: alert; firm: company; fiscal: income statement; fix: edit update
  fixed: resolve comment; flag: country feature; flaky: test unstable flakiness; flat: apartment listing; flood: alert weather; flow: diagram sankey flowchart
  flowchart: diagram; flush: clear; fly: flight; flying: flight; folder: directory; folk: people; folks: people; follower: follow subscriber
  followers: follow subscriber; font: style format; fonts: font; fontsize: format font; football: team match; footer: page; footnote: document; forbid: deny block
  forbidden: permission; forecast: predict; foreignkey: relation schema; forget: memory delete entity; forks: fork; form: fill field; formula: calculate
  forward: next send; frame: design node; free: freebusy availability; freeze: format pause lock; french: translate language; frequent: top common; friday: date
  fridge: device; friend: contact; friends: contact; ftp: file transfer upload; fundamentals: profile statement; funnel: conversion step chart; gallery: image list
  game: play; garage: cover; garbage: clean; gas: fee; gate: airport flight; gc: memory; gdp: economic indicator; gdpr: privacy data; gene: protein; genre: category
  geofence: location; german: translate language; gif: image search; gist: summary snippet; glob: search pattern; glue: merge; goal: objective; gold: commodity price
  gpt: model; grab: get capture; grade: score; grant: permission add; graph: chart metric; graphic: chart image; graphql: query; grayscale: image; green: success
  greet: message; grep: search; groceries: shopping list item; grocery: shopping; group: aggregate; groupby: aggregate; grpc: api; guard: protect; guest: attendee
  guests: guest; guid: uuid; gym: workout; hacked: security; halfway: midpoint; halt: stop; handbook: documentation; handset: phone device mobile; hang: process
  hangs: process; hangup: call end terminate; happy: satisfaction rating; hard: disk; hash: checksum field; hashtag: tag topic; head: read first
  header: row heading request; headline: news; headlines: news; health: status; heap: memory snapshot; heart: rate; heartbeat: status ping; heartrate: heart stream
  heater: climate thermostat; heating: temperature climate thermostat heater; heatmap: chart map; height: size elevation; helm: chart; helpdesk: ticket; hex: color
  hidden: hide; hierarchy: tree treemap; highlight: format style color annotation; hire: candidate employee onboard; hiring: candidate job; histogram: chart
  history: log; hole: vulnerability; holiday: trip leave absence; holidays: time off leave; home: house; hook: webhook; hoover: vacuum; hospital: provider
  hostel: accommodation hotel; hosting: deploy; hot: temperature weather; hotel: accommodation room; hotfix: branch; hotkey: key press; hours: time entry
  house: home property; housekeeping: clean delete; hover: mouse; howto: guide documentation; html: page content markup; http: request url fetch; https: certificate
  huddle: meeting call; huggingface: model dataset; human: person; humidity: weather sensor; hyperparameter: model; iac: infrastructure; iban: bank account
  icon: image svg; identical: compare; identity: user; idle: underused unused; iframe: frame; ignore: skip mute dismiss; illustrate: image
  implementation: symbol definition; import: dependency upload load; impressions: analytics; improve: update optimize; inbox: message email; inch: length convert
  income: revenue; incomplete: pending; indent: format; index: stock market performance; individual: person; industry: company sector; inference: model run
  inflation: economic indicator; infographic: chart image; inform: notify message; infra: infrastructure; ingest: import; init: initialize create; inline: comment review
  insecure: vulnerability security misconfiguration; insert: create add; inspect: detail get; inspiration: search; inspire: random recommend; install: package add
  integral: math calculate; intellisense: completion; interface: type; intermittent: flaky; intern: employee; introduce: message; introspect: schema
  introspection: schema; inventory: quantity stock level; investigate: analyze search; invitation: event respond attendee; invite: add share; invoice: document
  invoke: call run; ios: iphone simulator app; iot: device; ipad: device mobile ios; iphone: device emulate mobile ios; isbn: book; iso: date format
  italic: style format font; itinerary: plan trip; jazz: music track; jog: activity run; join: query add; joins: query; joke: random fun; jot: note create
  journal: note entry log; jpeg: image format; jpg: image format; json: data object; judge: review; junk: spam trash; jwt: token; kafka: topic message; kanban: board
  karaoke: song; kb: article knowledge; keep: store save; keyboard: key press; keynote: presentation; keyword: search tag; kick: ban remove; kid: child
  kilogram: weight convert; kilometer: distance; kilometre: distance; kilometres: distance stats; kitchen: room area; knowledge: search memory base; kubeconfig: context
  kv: key value; label: type; lake: data; lambda: function; lamp: light; lan: network; landscape: orientation page; larger: upscale resize size; late: delay status
  lately: recent; law: legal; layer: node; layover: stop; lazy: automation; leads: contact; league: standing standings; leak: memory heap secret; leaked: secret
  leap: year; leave: departure; ledger: account transaction; left: remaining available; length: duration size; let: allow; letter: document; letters: text
  level: value status; lgtm: approve review; library: package component book; licence: license; lights: light; like: reaction favorite; likes: like reaction
  limit: quota; line: text row; lines: text row log; lint: diagnostic problem check; linter: diagnostic lint; listed: list; listen: play playback track subscribe
  listened: played; listener: subscribe webhook; live: deploy production publish; llm: model; load: import read; location: gps; locks: lock; log: record; logfile: log
  login: authenticate session; logo: image icon; logon: login authenticate; lookup: search get; lots: batch; lottery: random; loud: volume; louder: volume
  luggage: baggage; lunch: restaurant; lyrics: song text; mainline: branch; maintainer: author owner; malware: security scan; manifest: configuration
  manufacturer: vendor; many: batch multiple list; map: location place route; marathon: activity race; margin: page format; markdown: note text format; markup: html
  match: game search find; math: calculate expression arithmetic; matrix: math; maximum: statistic; md5: hash; me: user current; mean: explain definition
  meaning: definition explain; measure: metric get; median: statistic boxplot; medicine: drug; meme: image; memo: note document; memorise: memory store
  memorize: memory store; memory: usage; mention: notification; merchant: vendor shop; mermaid: diagram; mesh: object; metro: transit; mfa: authenticate
  midway: midpoint; migrate: migration upgrade; mile: distance convert; milestone: goal; milk: shopping; mindmap: diagram; mine: my assigned; minimum: statistic
  minutes: transcript; mistake: undo revert; mobile: device viewport; mock: design; mockup: design; modified: changed update; module: package; molecule: compound
  mom: message; monday: date; money: balance payment amount; monitor: watch; monthly: subscription; moon: astronomy; most: top; motion: sensor; movie: film video title
  mp3: audio; mr: merge request; mum: message; museum: attraction place; music: play playback track media; mutation: write graphql; mute: volume; my: me
  myself: user me current; nameserver: dns; narrate: speech; narration: voice speech; nasdaq: stock market; nba: basketball team; near: nearby search
  nearby: search place; nearest: nearby; neighbour: contact; neighbourhood: area nearby; netflix: movie show; newest: latest recent list
  newsletter: campaign mail email subscription; nft: token collection; nicer: rephrase style; nickname: name; night: hotel; nightly: schedule; nitpick: comment review
  nobody: none; node: entity; noise: audio background; nonstop: direct; normalize: schema; nosql: database; note: record add; notebook: note cell; notes: note
  notification: alert message; notifications: alert message mute; npm: package javascript; nps: satisfaction survey; nudge: remind message; number: value; numbered: list
  oauth: authenticate token; objectid: id; observe: watch; obtain: get; occur: match count search; occurrence: match count; occurrences: search; ocr: text extract image
  office: location; offline: disconnect; okr: goal objective; olap: query; oldest: sort date; onboarding: onboard employee; once: batch; oneonone: meeting
  online: deploy publish web; ontology: schema graph; ooo: absence automatic reply; opinion: review comment; opinions: review comment; options: option; order: sort
  organise: sort move; organize: sort move; organizer: owner event; orientation: rotate page; origin: remote source; original: source; otp: code authenticate
  outage: incident; outdated: update dependency; outlier: anomaly boxplot scatter; outline: structure section; outlook: email calendar; output: log result
  outside: weather; overdue: due task; overnight: hotel; oversized: underused resource; overtime: hours; owasp: security; owe: invoice balance; own: position
  owner: user; pace: speed; padding: spacing layout; page: notify; pager: oncall incident alert; pageview: analytics event; pageviews: analytics event
  paid: payment invoice; paint: image generate; palette: color; paragraph: block text; paraphrase: rephrase; parcel: order tracking; parent: epic; parking: place
  parquet: data file; parse: extract read; part: section split; participant: attendee registrant member; partition: shard; partner: company contact; parts: split
  passed: success; passkey: authenticate; passport: document travel; password: encrypt protect; paste: clipboard; patch: edit apply; patent: search; patient: record
  pattern: search glob; pause: playback; pay: payment; payload: body data; payments: payment; payout: transfer payment; pdf: document; pending: draft status
  pentest: security scan; people: user member participant contact person; percent: calculate; percentage: value; perform: run; permission: access
  permissions: mode access; permit: allow; persist: store save; person: user contact entity; petrol: station; phishing: security email; phonecall: call
  photo: picture media; phrase: text query; picture: image; pie: chart; piece: part item quantity; pieces: split chunk; pill: drug; ping: message notify network status
  pip: package python; pipeline: stage; pivot: table aggregate; plan: subscription; plane: flight; play: start; player: team; playground: sandbox; plc: device
  plot: chart graph; plug: switch; plus: add; png: image format convert; podcast: audio episode; pods: pod; poem: text generate; polish: edit rephrase; poll: vote survey
  polling: webhook subscription; pollution: air quality; ponder: think; pool: connection; popular: star trending download; popularity: star download
  population: country city; popup: dialog; port: network; portfolio: position holding; position: location index; postal: zip; postcode: zip postal address
  postman: api collection request; postpone: update reschedule; pound: currency exchange; powerpoint: presentation slide; pptx: presentation slide; pr: merge request
  predict: forecast model; preference: memory setting; prepend: add insert; prescription: drug; present: show; preserve: store archive; press: news; prettify: format
  pretty: format; primarykey: schema key; print: output log printer; printed: output log; printer: print; prioritise: priority; prioritize: priority; privacy: data
  private: visibility; probe: check test; procedure: function; proceed: next; produce: publish send generate create; production: environment; profile: user detail me
  profiling: profile performance; profit: income; program: process; progress: status; prohibit: block; promo: discount coupon; promotion: discount coupon promote
  prompt: template; proofread: grammar; prop: property; props: property attribute; protect: encrypt lock; protein: structure nutrition; prototype: interaction
  provide: give; provider: vendor service; public: visibility share publish user; publish: post send release; pubmed: paper medical; pubsub: topic message
  pull: get extract; pulse: heart; purchase: order buy; purchases: order; purge: cache clear; puzzle: problem; pwd: directory current; qr: code image; qrcode: code image
  quantity: count stock; quartile: boxplot distribution statistic; queue: topic message job; quiet: volume mute; quieter: volume; quit: stop close; quiz: question
  quota: limit usage; quote: price text; rabbitmq: queue message; radiator: climate thermostat; rain: weather forecast precipitation; rainy: weather forecast
  ram: memory; random: generate; rank: sort; ranking: rank search; rare: count; raspberry: device; rate: rating score price; ratelimit: limit; rates: rate; ratio: rate
  reach: contact message analytics isochrone; reachable: isochrone reach; react: reaction; reactivate: enable restore; readme: file documentation; ready: status
  reason: think; reboot: restart; recall: memory search; recap: summary; receipt: invoice payment; recipient: to contact; recommend: recommendation suggest
  recommendation: suggest similar; reconcile: compare match; record: log; recording: audio; recover: restore; recruit: candidate job; recurring: schedule repeat
  red: color failure; redact: remove hide update delete; redeploy: deploy restart; redis: key value; refactor: rename edit code; refine: edit improve
  refresh: reload update; refund: return reimburse; refuse: reject; regex: pattern search; regexp: pattern search; region: area; register: create signup record
  registry: image package; regression: statistic model; regret: undo; reimburse: refund expense; related: similar; relative: contact; relatives: contact
  reload: refresh navigate; remaining: left available; remark: comment; remember: memory store knowledge entity; remind: reminder schedule; reminder: notify
  render: image display; renew: subscription update extend; rent: rental listing; rental: car listing; reopen: update open; repair: fix; repeat: schedule recurring rerun
  rephrase: rewrite paraphrase; replace: edit; replay: rerun play; replica: replication scale deployment; replication: replica; reply: respond; reschedule: update event
  researcher: author; resign: leave; resolve: close complete; responsible: assignee owner; responsive: layout viewport; rest: api request; restore: recover
  resume: restore start playback play; retain: keep; retention: return user; retrieve: get; retro: sprint; retry: repeat; returning: retention; reveal: show
  revenue: income statement; revert: undo restore; reviewer: review; reviewers: review; revise: edit update; revive: restore restart; revoke: remove permission
  rewind: previous back; reword: rephrase edit; rewrite: edit; ride: activity; rightclick: click; ring: call; roadmap: plan project; robot: vacuum; role: permission
  rollback: revert restore promote previous undo; room: area channel resource; rows: record data; rsvp: respond; run: activity; safari: browser
  safe: vulnerability security; said: output message; salary: payslip payroll; sales: order revenue; sample: example; sanction: approve; sandbox: environment; sast: scan
  satellite: image map; satisfied: satisfaction; save: store write; say: message comment send; scaffold: create template generate; scan: text check analyze search
  scanned: image text; scatter: chart; scene: activate object; scholar: paper author; score: result rating; scp: file transfer upload; scrap: delete scrape
  scrape: extract crawl; screen: screenshot screencast display; scrub: clean remove; scrum: sprint board; sdk: library client; seat: passenger cabin
  secret: key credential variable; sector: industry; secure: security vulnerability; sed: replace edit; segment: filter group; select: query read
  selector: element query; selfie: photo; sell: order close; seller: vendor; semantic: search vector; sender: from; sensor: entity state; sentence: text
  sentiment: analyze text; seo: audit search; series: show tv thread several; serverless: function lambda; service: provider; session: login; several: batch multiple
  sftp: file transfer upload; sha256: hash; shape: rectangle; shard: partition; share: permission link invite send pie; shares: stock position; sharpen: image
  sharper: upscale; shelve: stash; shift: schedule; ship: shipment fulfill shipping deploy release; shipped: fulfill delivery shipping; shop: store; shopper: customer
  shortcut: key press; shorten: summary reduce; shred: delete; shuffle: playback; shutdown: stop; shutter: cover; sick: leave time off; sightseeing: attraction place
  sign: signature approve token; signature: sign email; signin: login authenticate; signups: register user; similar: search nearest related; simulator: device
  size: variant dimension; skeleton: template structure; skip: next ignore; sku: product variant; sla: status; sleep: hotel wait health; slideshow: presentation
  slot: component availability time; slow: performance latency; slowness: performance; slowquery: performance query; smaller: compress resize size; smallest: sort size
  smog: air quality pollution; sms: message text; snapshot: backup; snippet: code example; snooze: postpone mute; snow: weather forecast; soap: api
  soccer: football team match; socket: switch; solve: calculate think resolve; solved: resolve; somebody: user; someone: user; sometimes: flaky intermittent
  song: track music; source: origin; spacing: layout; spam: junk message; spanish: translate language; sparql: query graph; spawn: start create; speaker: media volume
  speed: performance rate; spelling: grammar; spending: expense transaction; spot: location; spread: distribution boxplot; sql: query database; squash: merge rebase
  ssh: remote command server; ssl: certificate; sso: login authenticate; stack: trace; stacktrace: error trace; staff: employee user; stage: environment
  staged: index cached; staging: environment; stamp: watermark; standup: meeting event; stars: star; starter: template; startup: company; stash: shelve save
  status: code; statuscode: status; stay: hotel; stderr: output error; stdout: output; steam: game; step: think debug; steps: activity; sticker: message media
  stock: price; stopover: stop; stopwatch: timer; storm: weather alert; story: issue text; strange: anomaly; stream: subscribe; street: address; stt: transcribe speech
  stub: mock; stuck: process; study: analyze read; stylesheet: css style; submit: click form; submodule: repository; subnet: network; subscribe: follow register
  subscriber: member contact; subscription: plan renewal; subtask: child task; subtitle: text video; subtitles: transcript caption; subway: transit; succeed: success
  suggest: comment review; suggestion: recommend; suitcases: baggage; sum: formula total; sunny: weather forecast; sunrise: sun astronomy; sunset: sun astronomy
  supermarket: shopping store; supervise: monitor; supplier: vendor; supply: provide; support: ticket; suppress: mute ignore; surf: browse; surname: name
  surveillance: camera; survey: form question; suspend: pause disable; svg: vector image; swap: exchange trade; swimlane: board; swipe: gesture; symbol: function class
  symlink: link file; symptoms: medical condition; sync: meeting update refresh; synchronize: sync update; syslog: log; systemd: service; tab: sheet
  table: row column data; tablespace: storage; tablet: device viewport; tagged: tag label; tags: tag; tail: log last; talked: summary transcript; tally: count
  tap: click; tar: compress archive; target: destination; tax: vat; taxi: ride; team: group; teammate: user member; television: media tv; tell: message send notify
  temperature: sensor; tempo: speed; terraform: infrastructure; tesla: vehicle; text: message; textarea: fill type; textbox: fill type; theme: style
  theming: theme style; thesis: paper; threat: security; threshold: trigger alert limit; throttle: limit; throw: remove delete; thumbnail: image video
  ticker: symbol stock; ticket: flight booking; tidy: clean format; timeline: feed history; timeoff: leave; timesheet: time entry worklog hours; timestamp: time date
  timetable: schedule departure; timetracking: time entry worklog; timezone: time zone; tip: payment; tldr: summary; tls: certificate; toc: outline section; today: date
  together: merge combine; token: key crypto usage variable; tomorrow: date; top: rank popular; topic: channel queue; total: sum; touch: create file; tourist: attraction
  tournament: match; traceroute: network; track: song; tracking: shipment status fulfill; trading: price trade; traffic: analytics; train: rail station model
  training: activity workout; tram: transit; transcode: convert video; transcribe: audio text; transit: public route; translate: language; transparent: background image
  trend: history time chart; trending: popular; triage: issue label; trial: subscription; trigger: automation; trim: cut video; trip: reservation travel itinerary
  trivia: question; troubleshoot: error log; truncate: delete clear; ts: typescript; tsv: table file; ttl: expire; tts: speech text; tune: track; tutorial: guide example
  tv: media device; tweak: edit update; twin: duplicate; twitch: stream; twofactor: authenticate; typing: type; typings: type typescript; typo: edit correct
  umbrella: weather forecast; uml: diagram; unassigned: assign; unauthorized: permission; uncommitted: status diff change; uncovered: coverage; undelete: restore
  underline: font; undone: pending; unfinished: pending; unfollow: remove follow; uninstall: remove package; unit: test convert measure; unlink: remove delete
  unpack: extract; unpaid: invoice; unprotect: unlock; unpublish: hide archive; unread: message email; unregister: remove delete; unreliable: flaky; unresolved: open
  unsafe: vulnerability security; unstable: flaky; unstaged: change diff; untested: coverage; until: relative duration; unusual: anomaly; unzip: extract; up: status
  upgrade: update migration version plan; uploads: video upload; upsert: update insert; upstream: remote; uptime: status monitor health; upvote: vote like
  usage: stats reference example; usages: reference; uuid: generate id; vacancies: job position opening; vacancy: job position opening
  vacation: trip leave time off absence; vacuum: clean; variable: token definition; vat: tax; vault: note file; vector: svg embedding; velocity: sprint; vendor: supplier
  verify: validate check; version: release; vertex: node; videocall: meeting conference; view: table; virus: security scan; visa: travel requirement; visible: show
  visit: navigate open; visitor: analytics traffic user guest; visits: analytics traffic; visualise: chart diagram; visualize: chart diagram; vlookup: formula
  vm: instance machine server; voice: audio; voicemail: call message; vote: poll; voucher: coupon certificate discount; vpc: network; wage: payroll payslip salary
  wake: restore resume start; wakeup: alarm timer; walk: direction route; wallet: balance payment account address; wallpaper: image; wardrobe: product
  warehouse: inventory location data database; warm: temperature; warmer: temperature; warn: alert trigger notify; warning: diagnostic alert; warnings: alert
  warranty: return; washing: device; watchpoint: debug; waterfall: chart; wav: audio; wc: count; weakness: vulnerability; webhook: callback; webinar: meeting event
  webp: convert image; week: date; weekday: date day; weekly: report; weigh: weight; weight: health body; weird: anomaly; welcome: message; wget: download fetch url
  whatsapp: message chat; whenever: trigger subscription webhook; where: location status filter; whereabouts: location; whiteboard: board; who: user author
  whoami: user me authenticated; whois: domain; widget: component; width: size; wifi: network; wiki: page article wikipedia; wikipage: page; wildcard: pattern search
  wind: weather; window: entity; wip: draft; wipe: delete clear; wireframe: design; wishlist: list favorite; word: document; words: text count
  workout: exercise activity; worksheet: sheet; worktree: branch; worst: rank; worth: price value; wrote: author blame; xlsx: excel spreadsheet; xml: document parse
  yaml: file configuration data; yellow: color format style; yen: currency exchange rate; yesterday: date; zap: workflow; zip: compress archive; zipcode: zip address
`;
