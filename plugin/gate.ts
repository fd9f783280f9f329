import { upgradeable, upgradeGate } from "../shared/aggregate/gate.ts";
import { UsageError } from "../shared/io/errors.ts";
import type { GateAnswer, GateReport } from "../shared/model/gate.ts";
import { keyOf } from "../shared/model/object.ts";
import type { Report } from "../shared/model/report.ts";
import { isLive, type Snapshot } from "../shared/model/snapshot.ts";
import { at, list, text } from "../shared/parse/value.ts";
import { hco } from "../shared/profiles/hco.ts";
import { renderGate, renderGatePlain } from "../shared/render/gate.ts";
import { renderJson } from "../shared/render/json.ts";
import { plainPalette } from "../shared/render/palette.ts";
import { harmless } from "../shared/render/safe.ts";
import type { TextOptions } from "../shared/render/style.ts";
import { renderText } from "../shared/render/text.ts";
import { liveWords } from "../shared/render/words-reading.ts";
import { renderYaml } from "../shared/render/yaml.ts";
import { againWith } from "./again-with.ts";
import { failed } from "./exit-code.ts";
import { acceptedCodes } from "./gate-codes.ts";
import { judgeFor } from "./judging.ts";
import { missesOf } from "./missing.ts";
import type { Options } from "./options.ts";
import { readFrom } from "./read.ts";
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
  const misses = missesOf(asked, report, snapshot, options.namespace);
  if (misses.length > 0) world.tell(`${misses.join("\n")}\n`);
  if (misses.length > 0) return failed;
  mindRoots(report, asked.wanted !== undefined);
  if (asked.wanted !== undefined) mindOwners(report, snapshot);
  const style = styleNow(options, world, snapshot);
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
  // Standard input is gone once it is read.
  const again = options.files.includes("-") ? {} : { again: againWith(options) };
  switch (options.output.format) {
    case "json":
      return renderJson(answer);
    case "yaml":
      return renderYaml(answer);
    case "plain":
      return renderGatePlain(answer, { ...style, ...again });
    default:
      return renderGate(answer, { ...style, ...again });
  }
}

/** Where a report says that it was read just now, so does the gate. */
function styleNow(options: Options, world: World, { source }: Snapshot): TextOptions {
  const style = styleOf(options, world);
  const isNow = isLive(source) && options.at === undefined && !options.absoluteTime;
  return isNow ? { ...style, contextLine: liveWords(source, options.reach) } : style;
}

/** A component is upgraded by its HyperConverged, which may have every reason not to. */
function mindOwners({ roots }: Report, { readings }: Snapshot): void {
  const all = readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
  const held = all.find(({ ref }) => isHyperConverged(ref));
  for (const { ref, profile } of roots) {
    if (profile === "hco") continue;
    const object = all.find((each) => keyOf(each.ref) === keyOf(ref));
    const owner = list(at(object?.raw, ["metadata", "ownerReferences"])).find((each) => {
      const group = text(at(each, ["apiVersion"])).split("/")[0] ?? "";
      return isHyperConverged({ group, kind: text(at(each, ["kind"])) });
    });
    const name = owner === undefined ? held?.ref.name : text(at(owner, ["name"]));
    const namespace = held?.ref.namespace ?? ref.namespace;
    if (name === undefined) continue;
    const place = namespace === undefined ? "" : ` -n ${namespace}`;
    throw new UsageError(
      harmless(
        `${ref.kind} ${ref.name} is upgraded by its HyperConverged: ask about that, kubectl hco-status gate upgrade hyperconverged/${name}${place}`,
      ),
    );
  }
}

function isHyperConverged({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return group === hco.root.group && kind === hco.root.kind;
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
