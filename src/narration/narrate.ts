import type { Diagnosis } from '../diagnosis/diagnose.ts';
import { closingOf } from './closing.ts';
import { gcSection } from './gc.ts';
import { handoffText } from './handoff.ts';
import { lackedWords } from './missing.ts';
import type { CheckSection, Narration } from './narration.ts';
import { LABELS } from './strip.ts';
import { CHECKS } from './checks-in-order.ts';
import { rootOf } from './root.ts';
import { capital, paragraph, say } from './say.ts';
import { shuffleSection } from './shuffle-volume.ts';
import { skewSection } from './skew.ts';
import { slowStageSection } from './slow-stage.ts';
import { spillSection } from './spill.ts';
import { spokenSentences } from './spoken.ts';
import { tiedNarration } from './tied.ts';
import { unreadLine } from './unread.ts';
import { unseenSentences } from './unseen.ts';

/** The answer told: facts in, words out, the same facts always in the same words. */
export function narrate(diagnosis: Diagnosis): Narration {
  const root = rootOf(diagnosis);
  const checks = sectionsOf(diagnosis);
  const closing = closingOf(diagnosis);
  const spoken = spokenSentences(diagnosis);
  return tiedNarration({
    root,
    checks,
    unread: unreadLine(checks),
    closing,
    spoken,
    handoff: handoffText(diagnosis, { root, checks, closing, spoken }),
    unseen: unseenSentences(diagnosis),
  });
}

function sectionsOf(diagnosis: Diagnosis): CheckSection[] {
  if (diagnosis.checks === null) return CHECKS.map(withoutTimes);
  const [slow, shuffle, skew, gc, spill] = diagnosis.checks;
  return [
    slowStageSection(diagnosis, slow),
    shuffleSection(diagnosis, shuffle),
    skewSection(diagnosis, skew),
    gcSection(diagnosis, gc),
    spillSection(diagnosis, spill),
  ];
}

/** An application of which the server gives no time at all. */
function withoutTimes(check: (typeof CHECKS)[number], at: number): CheckSection {
  return {
    number: at + 1,
    check,
    outcome: 'could-not-tell',
    title: say`${capital(LABELS[at] ?? check)}: I could not tell.`,
    paragraphs: [paragraph(lackedWords('times'))],
    evidence: [],
    links: [],
  };
}
