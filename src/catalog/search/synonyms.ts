// Words that people use for one another when they ask for a tool. Groups of general English and of the trade, not of
// particular servers: a server's own words are in its index already.
import { stemOf } from './searchTerms.ts';

/** One group a line; a word may stand in several. */
const GROUPS = `
  list get find search show read fetch retrieve view display see look lookup query load obtain browse
  list show enumerate overview every exist available
  search find look lookup locate discover seek google
  get fetch retrieve read download pull grab receive
  read view open show display see print cat content text
  describe explain detail information inspect property metadata schema
  explain mean documentation meaning
  create add new make insert generate build start open write put register
  create write save store put push upload
  create open file raise report submit log
  add append attach insert put link
  delete remove drop erase clear destroy discard forget clean purge rid
  uninstall remove delete
  update edit change set modify alter patch rewrite replace adjust configure correct
  update upgrade bump newer latest sync
  rename move name title
  move transfer relocate drag put
  send post write publish tell message notify say deliver
  reply answer respond comment
  comment note remark annotation review feedback
  run execute exec perform invoke launch trigger call start apply
  start begin launch open enable
  stop end finish cancel close abort halt terminate quit kill disable
  restart reload rollout reboot redeploy
  rollback rollout revert undo restore
  copy duplicate clone fork
  count number many total statistic sum
  sum add total plus
  big size large space storage disk
  compare diff difference change
  check verify test validate status pass
  status state progress health finished done
  approve accept confirm review allow
  pipeline build status check pass test
  current latest sync update newest outdated
  back previous return last history
  history past previous old log
  touch change edit affect
  convert turn transform parse
  rate rating feedback quality score
  score audit quality seo accessibility
  left remaining balance credit
  why cause reason root analyze explain
  who user author people member
  know knowledge
  assign owner responsible
  resolve close fix done solve
  watch monitor observe follow track alert change notify tell
  wait pause sleep until appear show
  click press tap hit push button
  select choose pick switch
  switch select activate change toggle
  hover mouse over
  fill type enter input text write
  choose select pick dropdown option
  scroll wheel
  screenshot picture image photo snapshot capture shot
  image picture photo png jpg icon media graphic audio svg
  record film video screencast capture
  resize size viewport phone mobile emulate
  emulate simulate device throttle
  echo repeat
  think reason reflect thought
  folder directory
  file document path disk filesystem
  compress zip gzip archive shrink
  structure tree hierarchy layout schema
  schema field type column structure
  page website web site webpage tab
  internet web online
  browser tab window
  url link address website uri
  link relation connection connect reference
  sitemap map
  crawl scrape extract spider
  network http request call traffic api xhr ajax response
  header body response payload
  dialog alert popup prompt
  error exception crash bug problem failure issue wrong
  issue bug ticket task problem defect
  slow performance speed fast profile trace
  fast index optimize
  trace profile
  memory heap leak
  memory remember fact recall knowledge graph learn
  remember entity relation observation
  entity person thing item people someone somebody node subject
  observation fact note
  repository project codebase
  commit history change
  branch version
  user person people account member colleague team who somebody developer
  account user profile
  channel room conversation chat
  message chat text said talk
  comment discuss discussion
  page wiki document article
  merge pull
  network connection offline throttle
  propose suggest request
  thread conversation
  reaction emoji thumbs
  email mail
  table sheet spreadsheet
  record row entry item document
  row record
  field column property attribute
  filter match where condition
  insert add new
  database sql
  base database
  query select sql
  plan explain
  collection table
  aggregate group sum average
  export dump download
  log output event stdout stderr print
  replica instance scale
  pod container
  container pod docker
  command shell terminal
  cluster kubernetes
  context cluster switch
  service application
  release chart version helm
  node machine server host
  drain maintenance cordon
  manifest yaml
  resource kind object
  forward tunnel
  documentation docs manual guide reference help
  library package framework module dependency
  example snippet sample
  code source program function
  script code javascript program
  source code content
  source database
  design mockup prototype
  paper article scientific research publication study arxiv academic journal science
  cite citation related reference
  report research
  news article current latest today headline
  restaurant place shop business cafe hotel store local
  near nearby local
  place location
  latitude longitude coordinate geocode gps position
  address street
  direction route way navigate
  navigate open go visit goto url load
  distance drive travel far duration long trip walk journey
  direction route drive walk travel trip
  elevation altitude high height
  hour phone detail
  credit balance money usage cost quota billing
  price cost amount
  customer client
  order purchase
  invoice bill
  payment charge
  calendar event meeting appointment schedule
  environment variable
  allow permit access permission
  organization company team workspace
  workspace organization
  attachment file upload
  upload attach
  template boilerplate
  parent under
  key keyboard
  accessibility a11y
  css style appearance look
  dark light theme scheme color mode
  content body text readme
  text string line word
  line row
  title name called heading
  body content paragraph text
  block paragraph
  sort order
  time date modified metadata information
  last recent latest
  all entire whole full complete
  several multiple many
`;

/** Terms that stand for one another; every word is given and answered as `termsOf` gives it. */
export class Synonyms {
  readonly #groups = new Map<string, Set<string>>();

  constructor(groups: string = GROUPS) {
    for (const line of groups.trim().split('\n')) {
      const terms = line.trim().split(/\s+/).map(stemOf);
      for (const term of terms) this.#of(term, terms);
    }
  }

  /** Without `term` itself. */
  of(term: string): Iterable<string> {
    return this.#groups.get(term) ?? [];
  }

  #of(term: string, group: readonly string[]): void {
    const known = this.#groups.get(term) ?? new Set();
    for (const other of group) if (other !== term) known.add(other);
    this.#groups.set(term, known);
  }
}
