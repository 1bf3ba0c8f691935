/** A step in words. */

import { h } from '../dom';
import { withButtons } from '../names';
import type { Step } from '../protocol';
import { joined, sentence } from '../words';

/** Describes a step: its conclusion, its argument and the facts it rests on. */
export function describeStep(step: Step): Node[] {
  const count = step.facts.length;
  const proof = step.least >= count ? 'the fewest possible here' : `at least ${step.least} are needed`;
  const content: Node[] = [
    h('p', { class: 'conclusion' }, ...withButtons(sentence(step.conclusion))),
    h('p', { class: 'argument' }, ...withButtons(sentence(step.argument))),
  ];
  if (count > 1) {
    content.push(h('p', { class: 'soft' }, ...withButtons(`${count} facts, ${proof}: ${joined(step.facts)}.`)));
  }
  const sample = (mark: string, words: string) => h('span', {}, h('b', { class: mark }, '4'), ` ${words}`);
  content.push(
    h('p', { class: 'legend', 'aria-hidden': 'true' }, sample('fact', 'used'), sample('placed', 'placed'), sample('eliminated', 'eliminated')),
  );
  return content;
}
