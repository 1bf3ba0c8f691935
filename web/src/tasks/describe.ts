/** A step in words. */

import { h } from '../dom';
import { withButtons } from '../names';
import type { Step } from '../protocol';
import { ABOUT_FACTS, joined, sentence } from '../words';

/** Describes a step: its conclusion, its argument and, on request, the facts it rests on. */
export function describeStep(step: Step): Node[] {
  const sample = (mark: string, words: string) => h('b', { class: mark }, words);
  const legend = [
    ['fact', 'used'],
    ['placed', 'placed'],
    ['eliminated', 'eliminated'],
    ['other', 'fin or other end'],
  ].filter((_, index) => step.candidates.some((value, place) => place % 3 === 2 && value === index + 1));
  if (step.blockers.length > 0) legend.push(['blocker', 'leaves no other place']);
  return [
    h('p', { class: 'conclusion' }, ...withButtons(sentence(step.conclusion))),
    h('p', { class: 'argument' }, ...withButtons(sentence(step.argument))),
    ...(step.notation ? [h('p', { class: 'notation' }, ...withButtons(step.notation))] : []),
    h('p', { class: 'legend', 'aria-hidden': 'true' }, ...legend.map(([mark, words]) => sample(mark, words))),
    ...(step.facts.length > 1 ? [factsOf(step)] : []),
  ];
}

/** Lists the facts of a step, and explains what they are. */
function factsOf(step: Step): Node {
  const count = step.facts.length;
  const proof = step.at_least ? `Every step from here needs at least ${step.at_least}.` : 'No step from here needs fewer.';
  const words = `${ABOUT_FACTS} This step rests on ${count}: ${joined(step.facts)}. ${proof}`;
  return h('details', {}, h('summary', {}, 'Facts'), h('p', { class: 'soft' }, ...withButtons(words)));
}
