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
  describe explain detail information about inspect property metadata schema
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
  restart reload rollout reboot
  rollback rollout revert undo restore
  copy duplicate clone fork
  count number many total statistic sum
  sum add total plus
  big size large space storage disk
  compare diff difference change
  check verify test validate status
  status state progress health finished done
  approve accept confirm review
  assign owner responsible
  resolve close fix done solve
  watch monitor observe follow track alert change
  wait pause sleep until
  click press tap hit push
  hover mouse over
  fill type enter input text write
  choose select pick dropdown option
  scroll wheel
  screenshot picture image photo snapshot capture shot
  image picture photo png jpg icon media graphic
  record film video screencast capture
  resize size viewport phone mobile emulate
  emulate simulate device throttle
  echo repeat
  think reason reflect thought
  folder directory
  file document path
  compress zip gzip archive
  structure tree hierarchy layout
  page website web site webpage tab
  internet web online
  browser tab window
  url link address website uri
  link relation connection connect reference
  sitemap map
  crawl scrape extract spider
  network http request call
  dialog alert popup prompt
  error exception crash bug problem failure issue wrong
  issue bug ticket task problem
  slow performance speed fast profile trace
  trace profile
  memory heap
  memory remember fact recall knowledge graph
  entity person thing people node
  observation fact
  repository project codebase
  commit history change
  branch version
  user person people account member colleague team who
  account user profile
  channel room conversation chat
  message chat text
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
  log output event
  pod container
  container pod docker
  command shell terminal
  cluster kubernetes
  context cluster switch
  service application
  release chart version helm
  node machine
  drain maintenance cordon
  manifest yaml
  resource kind object
  forward tunnel
  documentation docs manual guide reference help
  library package framework module
  example snippet sample
  code source program function
  script code javascript program
  design mockup prototype
  paper article scientific research publication study arxiv
  cite citation related reference
  report research
  news article current latest
  restaurant place shop business cafe hotel store
  near nearby local
  place location
  latitude longitude coordinate geocode
  direction route way navigate
  navigate open go visit goto url
  distance drive travel far duration long
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
  css style
  content body text
  body content paragraph text
  block paragraph
  sort order
  time date when
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
