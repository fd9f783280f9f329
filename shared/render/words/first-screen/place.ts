import { families } from "../../../model/families.ts";
import type { Report, RootNode } from "../../../model/report.ts";
import type { Source } from "../../../model/snapshot.ts";
import { sourceWords } from "../report/completeness.ts";
import { identityWords } from "../report/root.ts";

/** The source of a live Report as a line of its own has it: `admin@prod, server https://…, as bob`. */
export function clusterPlaceText(
  { name, server = "" }: Source,
  flags: { readonly server?: string; readonly as?: string },
): string {
  return [name, ...(flags.server ? [`server ${server}`] : []), ...(flags.as ? [`as ${flags.as}`] : [])].join(", ");
}

/** Where and when a Report was read, without the word that the label beside it has. */
export function readPlaceText({ source, takenAt }: Pick<Report, "source" | "takenAt">): string {
  const words = sourceWords(source, takenAt);
  return source.kind === "cluster" ? words.replace(/^context /, "") : words;
}

/** Where a root lies and what runs it: `namespace x`, `operator 1.20.0`, counts of its parts. */
export function rootPlaceWords(root: RootNode): readonly string[] {
  const place = root.ref.namespace === undefined ? [] : [`namespace ${root.ref.namespace}`];
  if (families[root.profile].version === "operator") return [...place, ...operatorWords(root)];
  return [...place, ...identityWords(root, false, "").slice(place.length)];
}

/** The version that runs, and the CR's own where it is another one and no upgrade line has it. */
function operatorWords({ operator, facts, gates }: RootNode): readonly string[] {
  const own = facts["observedVersion"] ?? "";
  const version = operator?.version ?? "";
  const isRolling = operator?.rollout?.state === "underway";
  const isTold = own === "" || own === version || gates.upgrade.running === true;
  const runs = operator?.running === "no" ? ["operator down"] : version === "" ? [] : [`operator ${version}`];
  return [
    ...runs.map((words) => (isRolling ? `${words} (rolling out)` : words)),
    ...(isTold ? [] : [`CR version ${own}`]),
  ];
}

/** What it means for the CR that its operator is down; else empty. */
export function outdatedMeaning({ operator }: RootNode): string {
  return operator?.running === "no" ? "the operator is down, so the status of the CR is out of date" : "";
}
