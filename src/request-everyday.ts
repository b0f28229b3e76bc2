/**
 * The English around a question: what people say besides the id and the parts. It tells a sentence from a mistyped form
 * (`A please` from `A plaese 3`), chatter from an application's name, and a day from a server. A word that is missing here
 * costs a refusal with the nearest form, never a wrong answer.
 */
const EVERYDAY = new Set(
  `
  hi hello hey hiya yo hola morning evening bye goodbye
  thanks thank thx ty tysm cheers kudos welcome please pls plz sorry oops
  ok okay okey kk yes yep yeah yup no nope nah sure fine right alright cool great nice good perfect awesome amazing
  excellent wow lol haha hm hmm hmmm oh ah ping pong bot sparkcheck team folks guys all everyone everybody anyone
  anybody somebody someone mate buddy
  i me my mine we us our you your u it its he him his she her they them their this that these those here there thats
  whats lets dont doesnt didnt cant isnt
  a an the any some each every one ones both other another same such own
  who whom whose what which when where why how whether if because cause since so then than though although while until
  till and or but nor not also too either neither else instead
  is are was were be been being am has have had having do does did doing done can ca could will wo would shall should may
  might must need needs want wants wanted get gets got getting go goes going gone went come comes coming came let
  make makes made keep keeps kept seem seems seemed look looks looking looked see sees seeing saw seen check checks
  checking checked tell tells told say says said show shows give gives explain explains analyse analyze investigate
  inspect debug diagnose review find finds found know knows think thinks guess wonder wondering ask asks asking asked
  help helps fix fixes fixed try tries trying tried use uses using used start starts started starting stop stops stopped
  wait waits waiting waited work works working worked happen happens happened happening happend take takes taking took
  run runs running ran rerun rerunning retry redo cancel fail fails failed failing failure failures crash crashes crashed
  crashing die dies died dying kill killed hang hangs hanging hung stuck stick block blocked blocking spend spent spending
  finish finishes finished end ends ended break breaks broke broken
  of in for from to at by with without about on off up down out over under into onto as like per via than between before
  after during within around against near through only just even still yet already again once twice always never
  ever often sometimes maybe perhaps probably very much many more most less least lot lots bit quite pretty rather really quickly slowly
  so way far
  slow slower slowest slowness fast faster quick long longer longest late later lately bad badly worse worst wrong weird
  strange odd big huge heavy high low better best normal usual usually expected unusual able new old
  now today tonight yesterday tomorrow time times ago soon asap day days night nights week weeks weekend month hour hours hrs
  minute minutes min mins second seconds secs sec am pm morning afternoon recently currently recent latest last next
  app apps application applications spark thing things something anything nothing everything issue issues problem problems
  reason reasons question questions answer info details detail total general particular
  doctor status state version stages queries attempts jobs tasks executors
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export function isEveryday(word: string): boolean {
  const plain = word.toLowerCase().replaceAll('’', "'");
  return (
    EVERYDAY.has(plain) ||
    EVERYDAY.has(plain.replace(/(?:n't|'[a-z]{1,2})$/, '')) ||
    // Smileys, dashes and mentions say nothing that is asked.
    /^(?:[^\p{L}\p{N}]+|[:@#!].*)$/u.test(plain)
  );
}

/** Said to close a talk: `thanks for that` does not ask about "that" once more. */
export function isThanks(word: string): boolean {
  return /^(?:thanks?|thx|ty|tysm|cheers|kudos|great|nice|good|perfect|awesome|amazing|excellent|cool|got|sorry|wow)$/i.test(
    word,
  );
}

/** Words that somebody who means the list says alone, with what they ask of it. */
const LISTING: Record<string, string> = {
  running: 'running',
  failed: 'failed',
  failing: 'failed',
  failures: 'failed',
  recent: '',
  latest: '',
  last: '',
  apps: '',
  applications: '',
  jobs: '',
  all: '',
  ls: '',
};

/** The list that `running`, `latest apps` or `failed on prod` ask for; `null`: these words ask for none. */
export function listingMeant(words: string[]): string | null {
  const on = words.findLastIndex((word) => word.toLowerCase() === 'on');
  const server = on > 0 && on === words.length - 2 ? words.slice(on) : [];
  const asked = words
    .slice(0, words.length - server.length)
    .filter((word) => !/^(?:the|all|please|my|our)$/i.test(word));
  const states = asked.map((word) => (Object.hasOwn(LISTING, word.toLowerCase()) ? LISTING[word.toLowerCase()] : null));
  if (words.length === 0 || states.some((state) => state === null)) return null;
  if (asked.length === 0 && words[0]?.toLowerCase() !== 'all') return null;
  return ['list', states.find((state) => state !== ''), ...server].filter(Boolean).join(' ');
}

const NUMBER_WORD =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))$/i;

/** `four`, `2nd`: a number that is said, but not one that can be read for sure (is the first stage 0 or 1?). */
export function isSaidNumber(word: string): boolean {
  return NUMBER_WORD.test(word);
}

const CALENDAR =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:week|work)?(?:days?|ends?)|holidays?|\d{1,4}(?:st|nd|rd|th)?|\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?\.?)$/i;
const IDIOM = /^(?:average|purpose|fire|hold|top|call|demand|board|track|schedule|hand|behalf|occasion|paper|duty)$/i;

/** What follows `on` in a sentence without being a place: a day, a pronoun, an idiom. */
export function isNoPlace(word: string): boolean {
  return isEveryday(word) || CALENDAR.test(word) || IDIOM.test(word);
}

/** Whether the words before `on` want something else than a place behind it: `stuck on shuffle`, `an eye on it`. */
export function governsOn(word: string): boolean {
  return /^(?:stuck|waiting|waits?|blocked|based|depends?|depending|working|going|spent|spends?|spending|later|eye|focus)$/i.test(
    word,
  );
}

/** Names that are given to places and to little else: `prod`, `emr-dev`, `eu-west-1`. */
export function isPlaceName(word: string): boolean {
  const tokens = word.toLowerCase().split(/[-_.\d]+/);
  const environment =
    /^(?:prod|production|dev|development|stg|staging|stage|qa|uat|preprod|sandbox|live|shs|emr|yarn|k8s)$/;
  return (
    /^https?:/i.test(word) || tokens.some((token) => environment.test(token)) || /[a-z].*[-_.\d]|\d.*[a-z]/i.test(word)
  );
}

/** `on spot instances`: what stands before it is no place but says which. */
export function isKindOfThing(word: string): boolean {
  return /^(?:(?:instance|node|machine|host|worker|executor|table|join|read|write|fetch|fetche|shuffle|partition)s?|data|hardware)$/i.test(
    word,
  );
}

/** What may follow the name of a place and leaves it one: `on prod since yesterday`, `on prod server`, not `on spot nodes`. */
export function endsPlace(word: string): boolean {
  return isNoPlace(word) || /ly$|^(?:clusters?|servers?|environment|env|history|side)$/i.test(word);
}
