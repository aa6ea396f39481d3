import { proofIdOf, provedIds } from '../../test/conformance/proved.ts';
import { isProvable, type Rule } from '../../test/conformance/rule.ts';
import { rules } from '../../test/conformance/rules.ts';

/** A section's place: `4.10` stands behind `4.6 rule 9`. */
function placeOf({ section }: Rule): number[] {
  return section.split(/\.| rule /).map(Number);
}

function bySection(a: Rule, b: Rule): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const cell = (text: string): string =>
  text
    .replace(/[\\|<>*_`]/g, '\\$&')
    .replaceAll('\u202a', '')
    .replaceAll('\u202c', '');

function lineOf(rule: Rule, proved: ReadonlySet<string>): string {
  const start = `| ${rule.section} | ${cell(rule.rule)} |`;
  if (!isProvable(rule)) return `${start} not provable: ${cell(rule.unprovable)} |`;
  const { file, title } = rule.proof;
  const mark = proved.has(proofIdOf(rule)) ? '' : '**not proved** ';
  return `${start} ${mark}[${file}](../test/service/${file}.test.ts): ${cell(title)} |`;
}

/** `docs/conformance.md` as the table of rules and the last whole run make it. */
export function conformanceDocument(): string {
  const proved = provedIds();
  const provable = rules.filter(isProvable);
  const score = provable.filter((rule) => proved.has(proofIdOf(rule))).length;
  const unprovable = rules.length - provable.length;
  return `# Conformance of the fake

Each row is one rule of the service, the section of its specification, and the test that proves it. A test counts as a proof only if it turns red once its rule alone is taken out of the source, or turned round: a script does that for every row.

**${score} of ${provable.length} rules proved.** ${unprovable} more cannot be broken by anything that the fake can be asked, and say why.

\`npm run conformance:proof\` takes the rules away one by one and prints the verdict of each, and this score; \`npm run conformance:docs\` writes this page. \`npm test\` fails where a rule has no proof, a title or a place in the source is gone, a row was changed and not proved again, or this page is not what the table says. The suite speaks raw HTTP and goes through all three doors (\`fetch\`, MSW, \`node:http\`); the proof uses the first.

The table is in [test/conformance/rules](../test/conformance/rules). What the specification leaves open is in [readings](guides/readings.md).

| section | rule | proof |
| --- | --- | --- |
${rules
  .toSorted(bySection)
  .map((rule) => lineOf(rule, proved))
  .join('\n')}
`;
}
