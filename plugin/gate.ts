import { upgradeable, upgradeGate } from "../shared/aggregate/gate.ts";
import { UsageError } from "../shared/io/errors.ts";
import type { GateAnswer, GateReport } from "../shared/model/gate.ts";
import type { Report } from "../shared/model/report.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { renderGate, renderGatePlain } from "../shared/render/gate.ts";
import { renderJson } from "../shared/render/json.ts";
import { plainPalette } from "../shared/render/palette.ts";
import type { TextOptions } from "../shared/render/style.ts";
import { renderText } from "../shared/render/text.ts";
import { renderYaml } from "../shared/render/yaml.ts";
import { failed } from "./exit-code.ts";
import { acceptedCodes } from "./gate-codes.ts";
import { againWith } from "./gate-words.ts";
import { judgeFor } from "./judging.ts";
import { missesOf } from "./missing.ts";
import type { Options } from "./options.ts";
import { readFrom } from "./read.ts";
import { mindRuleSet } from "./rule-sets.ts";
import { styleOf } from "./text-style.ts";
import type { World } from "./world.ts";

/**
 * `gate upgrade`: may it be upgraded; the exit status says so too.
 * @throws UsageError for a code that there is not, and for objects that are never upgraded as a whole; what reading throws.
 */
export async function gate(options: Options, world: World): Promise<number> {
  const accepted = acceptedCodes(options.accept);
  const { profile = "hco" } = options;
  if (profile !== "hco") throw new UsageError(`gate upgrade judges as hco: leave --profile ${profile} out`);
  const judge = await judgeFor(options, world);
  const read = await readFrom(options, world);
  const { snapshot, asked } = read;
  const report = judge(read);
  mindRuleSet(options.ruleSet, report);
  const misses = missesOf(asked, report, snapshot, options.namespace);
  if (misses.length > 0) world.tell(`${misses.join("\n")}\n`);
  if (misses.length > 0) return failed;
  mindRoots(report, asked.wanted !== undefined);
  const style = styleOf(options, world);
  const answer = upgradeGate(report, accepted);
  world.print(printed(answer, options, style));
  if (answer.roots.length > 0) return exitCodes[answer.answer];
  world.tell(renderText({ ...report, roots: [] }, { ...style, palette: plainPalette }));
  // A server that answers nothing that can be used is no server.
  return isUnanswered(snapshot) ? failed : exitCodes[answer.answer];
}

/** The exit status of each answer (report.md, "Exit status"). */
const exitCodes: Readonly<Record<GateAnswer, number>> = { ALLOW: 0, BLOCK: 2, UNKNOWN: 4 };

function printed(answer: GateReport, options: Options, style: TextOptions): string {
  switch (options.output.format) {
    case "json":
      return renderJson(answer);
    case "yaml":
      return renderYaml(answer);
    case "plain":
      return renderGatePlain(answer, { ...style, again: againWith(options) });
    default:
      return renderGate(answer, { ...style, again: againWith(options) });
  }
}

/** What was named, or all that was found, cannot be asked. */
function mindRoots(report: Report, isNamed: boolean): void {
  const fit = upgradeable(report);
  const others = report.roots.filter((root) => !fit.includes(root));
  const [first] = others;
  if (first === undefined || (fit.length > 0 && !isNamed) || isBlind(report)) return;
  const found = `${first.ref.kind} ${first.ref.name}${others.length === 1 ? "" : ` and ${others.length - 1} more`}`;
  const what = isNamed ? `and not about ${found}` : `and here is only ${found}`;
  throw new UsageError(`gate upgrade asks about a HyperConverged or one of its components, ${what}`);
}

/** Where nobody may look for HyperConvergeds there may be one. */
function isBlind({ completeness }: Report): boolean {
  return completeness.gaps.some(
    ({ kind, required, outcome }) =>
      required && kind === "HyperConverged" && (outcome === "forbidden" || outcome === "unread"),
  );
}

function isUnanswered({ readings }: Snapshot): boolean {
  return readings.length > 0 && readings.every(({ outcome }) => outcome === "unread");
}
