import { trueFlags } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { type GoesOnCode, goesOnCodes, type Impact } from "../../model/finding/impact.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { RootNode } from "../../model/report.ts";
import { listAt } from "../../parse/json-value.ts";
import { componentImpactRows } from "../../tables/impact.ts";
import type { DownPart } from "./down-parts.ts";
import type { UncertainPart } from "./uncertain-parts.ts";

/**
 * The clause about what goes on although parts are down or may be: the least that any of these parts leaves. Empty for a new
 * HyperConverged that no operator has evaluated and that has no KubeVirt, because no virtual machine can run yet.
 */
export function makeGoesOnClauses(
  root: RootNode,
  downParts: readonly DownPart[],
  uncertainParts: readonly UncertainPart[],
  findings: readonly Finding[],
  isNodeLost: boolean,
): readonly Impact[] {
  const isNew = findings.some(({ code }) => code === "not-yet-seen");
  const isKubeVirtAbsent = uncertainParts.some(({ is, row }) => is === "absent" && row.component === "KubeVirt");
  if (isNew && isKubeVirtAbsent) return [];
  const codes = [...downParts.map(chooseCodeOfDownPart), ...uncertainParts.map(chooseCodeOfUncertainPart)];
  const parts = [...downParts, ...uncertainParts.filter(({ is }) => is !== "unread")];
  const refs = keepFirstOfEachKey(
    parts.map(({ ref }) => ref),
    keyOf,
  );
  const clause: Impact = {
    code: "goes-on",
    stops: [],
    goesOn: goesOnCodes.find((code) => codes.includes(code)) ?? "running",
    ...trueFlags({ isNodeLost }),
    components: [...new Set(parts.map(({ row }) => row.component))],
    because: refs.length === 0 ? [root.ref] : refs,
  };
  return [clause];
}

/** What goes on without a part. Where only some nodes lack the part, virtual machines start elsewhere. */
function chooseCodeOfDownPart({ row, where }: DownPart): GoesOnCode {
  return where === undefined ? row.goesOn : "running";
}

/** What goes on beside an uncertain part. Only a part that may fail or does not exist leaves less than `running`. */
function chooseCodeOfUncertainPart({ is, row }: UncertainPart): GoesOnCode {
  return is === "may-fail" || is === "absent" ? row.goesOn : "running";
}

/**
 * The clause about planned work: while components are rolled out or upgraded, running virtual machines go on. KubeVirt
 * replaces its own parts, and migrates virtual machines live to its new version if its spec says so. Only the method `Evict`
 * shuts some of them down
 * (https://kubevirt.io/user-guide/cluster_admin/updating_and_deletion/#updating-kubevirt-workloads).
 * Empty without such work, and where KubeVirt is updated and may shut machines down.
 */
export function makeProgressClauses(
  root: RootNode,
  objectOf: (ref: Ref) => Pick<KubeObject, "spec"> | undefined,
): readonly Impact[] {
  const rolloutCauses = root.causes.filter(({ component }) =>
    componentImpactRows.some((row) => row.component === component),
  );
  const isUpgrading = root.gates.upgrade.running === true;
  if (rolloutCauses.length === 0 && !isUpgrading) return [];
  const components = [...new Set(rolloutCauses.map(({ component }) => component))];
  const isKubeVirtUpdated = isUpgrading || components.includes("KubeVirt");
  if (isKubeVirtUpdated && !keepsMachinesRunning(root, objectOf)) return [];
  const refs = rolloutCauses.map(({ about }) => about);
  return [makeRunningClause(components, refs.length === 0 ? [root.ref] : keepFirstOfEachKey(refs, keyOf))];
}

/** Whether KubeVirt was read, and shuts no virtual machine down to update it. */
function keepsMachinesRunning(root: RootNode, objectOf: (ref: Ref) => Pick<KubeObject, "spec"> | undefined): boolean {
  const kubeVirt = [root, ...root.children].find(({ ref }) => ref.group === "kubevirt.io" && ref.kind === "KubeVirt");
  const spec = kubeVirt === undefined ? undefined : objectOf(kubeVirt.ref)?.spec;
  if (spec === undefined) return false;
  return !listAt(spec, "workloadUpdateStrategy", "workloadUpdateMethods").includes("Evict");
}

/** The clause that running virtual machines go on. */
export function makeRunningClause(components: readonly string[], because: readonly Ref[]): Impact {
  return { code: "goes-on", stops: [], goesOn: "running", components, because };
}

/** The clause that everything stays as it is. */
export function makeUnchangedClause({ ref }: RootNode): Impact {
  return { code: "goes-on", stops: [], goesOn: "as-they-are", components: [ref.kind], because: [ref] };
}
