import type { RequestedKind } from "../aggregate/snapshot/queries.ts";
import { causeOf, nodesOnPath } from "../model/cause-path.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { JudgedCondition, Report, ReportNode, RootNode } from "../model/report.ts";
import { type UnmetRequirement, type UpgradeLag, type WaitGoal, type WaitResult, waitStates } from "../model/wait.ts";
import { deploymentKind, hcoProfile, operatorTypes } from "../profiles/hco/profile.ts";
import { knownRoots } from "../profiles/root-kinds.ts";
import { upgradeableRoots, upgradeGate } from "../upgrade-gate/upgrade-gate.ts";

/** The goal of a wait, from the value of `--for`. Undefined for an unknown value. */
export function parseWaitGoal(words: string): WaitGoal | undefined {
  const [, type, status = "True"] = /^condition=([^=]+)(?:=(.+))?$/s.exec(words) ?? [];
  if (type !== undefined) return { is: "condition", type, status };
  const [, version] = /^upgraded=(.+)$/s.exec(words) ?? [];
  if (version !== undefined) return { is: "upgraded", version };
  const is = waitStates.find((state) => state === words);
  return is === undefined ? undefined : { is };
}

/**
 * Whether all roots of one Report meet the goal, and the obstacles. Everything is evaluated together, and only if the
 * status belongs to the latest generation. `wanted`: the objects that the user named and that must exist. Absent: a
 * HyperConverged must exist, or another root that is not part of one. `met`: roots found before, which must still exist
 * if the user named none. For a deletion only these count.
 */
export function evaluateWaitGoal(
  report: Report,
  goal: WaitGoal,
  wanted?: readonly RequestedKind[],
  met: readonly Ref[] = [],
): WaitResult {
  const unread = unreadOf(report);
  const obstacles = obstaclesOf(report, goal, wanted === undefined ? met : []);
  // A user without permission to read cannot know that an object is deleted.
  if (goal.is === "deleted") {
    const isThere = obstacles.length > 0;
    return told([...obstacles, ...unread.filter((one) => !(isThere && isOfOperator(one)))]);
  }
  const isHidden = (one: UnmetRequirement): boolean =>
    one.code === "nothing-there" && unread.some((each) => each.code === "unread" && each.kind === one.kind);
  const missing = missingOf(report, wanted, met).filter((one) => !isHidden(one));
  // The gate itself reports what it could not read.
  const isTold = goal.is === "upgradeable" && upgradeableRoots(report).length > 0;
  const rest = isTold ? [] : unread.filter((one) => !isToldOf(one, obstacles));
  // A condition concerns only the roots, not the objects below them.
  return told([
    ...obstacles,
    ...(goal.is === "condition" ? rest.filter((one) => isOfRoots(one, wanted)) : rest),
    ...missing,
  ]);
}

/**
 * Whether the obstacle is the operator's unread Deployment. For an object that is known to exist it does not matter
 * whether its operator runs.
 */
function isOfOperator(one: UnmetRequirement): boolean {
  return one.code === "unread" && one.kind === deploymentKind.kind;
}

/** Whether the unread list may hold more of the roots. */
function isOfRoots(one: UnmetRequirement, wanted: readonly RequestedKind[] | undefined): boolean {
  const kinds = wanted?.map(({ kind }) => kind.kind) ?? [hcoProfile.root.kind, ...knownRoots.map(({ kind }) => kind)];
  return one.code === "unread" && kinds.includes(one.kind);
}

/** Whether an unread part already has an obstacle of its own. */
function isToldOf(one: UnmetRequirement, obstacles: readonly UnmetRequirement[]): boolean {
  if (one.code !== "unread") return false;
  return obstacles.some((other) => {
    const isUnread = other.code === "verdict" && (other.outcome === "forbidden" || other.outcome === "unread");
    return isUnread && other.about.kind === one.kind;
  });
}

function told(obstacles: readonly UnmetRequirement[]): WaitResult {
  return { obstacles, isKnown: obstacles.length === 0 || !obstacles.every(isOpen) };
}

/** Whether the obstacle means that the state is unknown. */
function isOpen(one: UnmetRequirement): boolean {
  switch (one.code) {
    case "nothing-there":
    case "unread":
    case "no-versions":
    case "operator-unknown":
      return true;
    case "verdict":
      return one.verdict === "unknown";
    case "gate":
      return one.reason.state === "unknown";
    case "operator-rollout":
      return one.state === "unknown";
    case "upgrade":
      return one.running === null || (one.running === false && (one.version === undefined || one.wanted === undefined));
    default:
      return false;
  }
}

function unreadOf({ completeness }: Report): readonly UnmetRequirement[] {
  return completeness.gaps.flatMap(({ outcome, kind, name, cause = "", required }): readonly UnmetRequirement[] =>
    required && (outcome === "forbidden" || outcome === "unread")
      ? [{ code: "unread", outcome, kind, cause, ...(name !== undefined && { name }) }]
      : [],
  );
}

/** The obstacles of missing objects: no root at all, or not all that were named or found before. */
function missingOf(
  { roots }: Report,
  wanted: readonly RequestedKind[] | undefined,
  met: readonly Ref[],
): readonly UnmetRequirement[] {
  const lost =
    wanted === undefined
      ? met.filter((ref) => !isComponent(ref) && !roots.some((root) => isSame(root.ref, ref))).map(gone)
      : wanted.flatMap((one) => lostOf(one, roots, met));
  if (lost.length > 0) return lost;
  // A component of a HyperConverged may be found before it, or be left over from a deleted one.
  const isNobodys = wanted === undefined && roots.every(({ ref }) => isComponent(ref));
  if (roots.length > 0 && !isNobodys) return [];
  const kinds = wanted === undefined ? [hcoProfile.root.kind] : [...new Set(wanted.map(({ kind }) => kind.kind))];
  return kinds.map((kind) => ({ code: "nothing-there", kind }));
}

function lostOf(
  { kind: { kind, group }, name }: RequestedKind,
  roots: readonly RootNode[],
  met: readonly Ref[],
): readonly UnmetRequirement[] {
  if (name === undefined) return [];
  const isIt = (ref: Ref): boolean => ref.kind === kind && ref.group === group && ref.name === name;
  if (roots.some(({ ref }) => isIt(ref))) return [];
  return [{ code: "nothing-there", kind, name, ...(met.some(isIt) && { was: true }) }];
}

function gone({ kind, name }: Ref): UnmetRequirement {
  return { code: "nothing-there", kind, name, was: true };
}

function isComponent({ group, kind }: Ref): boolean {
  return hcoProfile.components.some((row) => row.group === group && row.kind === kind);
}

/**
 * The roots that must be deleted. Where the user named none, they are the roots found first. Leftovers and later
 * objects do not count.
 */
function goingOf(report: Report, met: readonly Ref[]): readonly UnmetRequirement[] {
  const counted = report.roots.filter(({ ref }) => met.length === 0 || met.some((one) => isSame(one, ref)));
  return counted.map((root) => stillThere(root, report));
}

function obstaclesOf(report: Report, goal: WaitGoal, met: readonly Ref[]): readonly UnmetRequirement[] {
  switch (goal.is) {
    case "healthy":
      return ofEach(report.roots, (root) =>
        orUnwritten(root, [...unsettled(root), ...unwell(root, isUnwell), ...shortWorkloads(root, report, shortCodes)]),
      );
    case "available":
      return ofEach(report.roots, (root) =>
        orUnwritten(root, [
          ...unsettled(root),
          ...attended(unavailable(root), root, report),
          ...shortWorkloads(root, report, ["component-workload-down", "workload-absent"]),
        ]),
      );
    case "upgradeable":
      return [...gate(report), ...versionless(report, upgradeableRoots(report))];
    case "upgraded": {
      const versioned = report.roots.filter(({ profile }) => families[profile].hasUpgradeGate);
      return [
        ...ofEach(versioned, (root) =>
          orUnwritten(root, [...unsettled(root), ...attended(upgraded(root, goal.version), root, report)]),
        ),
        ...versionless(report, versioned),
      ];
    }
    case "deleted":
      return goingOf(report, met);
    case "condition":
      return ofEach(report.roots, (root) => [
        ...condition(root, goal.type, goal.status),
        ...unseenOperator(root, report),
      ]);
  }
}

function ofEach(
  roots: readonly RootNode[],
  look: (root: RootNode) => readonly UnmetRequirement[],
): readonly UnmetRequirement[] {
  return roots.flatMap((root) => look(root).map((one) => ({ ...one, root: root.ref })));
}

function stillThere({ ref, deleting }: RootNode, { findings }: Report): UnmetRequirement {
  const told = findings.find((one) => one.code === "deleting" && isSame(one.about, ref));
  const remaining = told?.code === "deleting" ? told.remaining : [];
  return { code: "still-there", about: ref, deleting, remaining, root: ref };
}

function isSame(a: Ref, b: Ref): boolean {
  return keyOf(a) === keyOf(b);
}

/** The obstacle that the object is being deleted or its status is out of date. Its state is then no evidence. */
function unsettled(root: RootNode): readonly UnmetRequirement[] {
  const { ref: about, label } = root;
  if (root.deleting) return [{ code: "deleting", about, label }];
  return root.stale ? [{ code: "stale", about, label }] : [];
}

/**
 * The workloads that lack pods below components that report healthy. Within its deadline such a workload makes no
 * component worse (report.md, "Verdict of a root"), but a wait that ends for it ends too early.
 */
function shortWorkloads(
  { children }: RootNode,
  { findings }: Report,
  codes: readonly ShortWorkload["code"][],
): readonly UnmetRequirement[] {
  const quiet = new Set(
    children.filter(({ required, verdict }) => required && verdict === "healthy").map(({ label }) => label),
  );
  const isShort = (one: Finding): one is ShortWorkload =>
    (codes as readonly string[]).includes(one.code) && "component" in one && quiet.has(one.component ?? "");
  return findings
    .filter(isShort)
    .map((one) => ({ code: "workload", about: one.about, label: one.component, ready: readyCount(one) }));
}

function readyCount(one: ShortWorkload): string {
  if (one.code === "workload-absent") return "";
  return one.code === "workload-not-ready" ? `${one.ready}/${one.wanted}` : one.ready;
}

/** The codes of the findings about workloads that are missing or lack pods. */
const shortCodes = [
  "component-operator-down",
  "component-workload-down",
  "workload-not-ready",
  "workload-absent",
] as const;

type ShortWorkload = Extract<Finding, { readonly code: (typeof shortCodes)[number] }>;

/**
 * The obstacles. Where there is none, the operator may still be about to write the CR after its components. Until then the
 * CR shows what was before (report.md, "Verdict of a root").
 */
function orUnwritten(
  { ref: about, label, driftHeld }: RootNode,
  obstacles: readonly UnmetRequirement[],
): readonly UnmetRequirement[] {
  return obstacles.length === 0 && driftHeld === "settling" ? [{ code: "settling", about, label }] : obstacles;
}

/**
 * The obstacles, with one added if the operator does not run or its state is unknown. Its reports may then be out of
 * date.
 */
function attended(obstacles: readonly UnmetRequirement[], root: RootNode, report: Report): readonly UnmetRequirement[] {
  const { ref: about, label, gates } = root;
  if (gates.ready.because.includes("OperatorDown")) return [...obstacles, { code: "operator-down", about, label }];
  const isTold = obstacles.some((one) => one.code === "verdict" && one.reason === "OperatorUnknown");
  return isTold ? obstacles : [...obstacles, ...unseenOperator(root, report)];
}

/**
 * The obstacle that it is not known whether the operator runs. A condition that it wrote is then no evidence (report.md,
 * "No evidence is not good evidence").
 */
function unseenOperator({ ref: about, label, profile }: RootNode, { findings }: Report): readonly UnmetRequirement[] {
  const isUnknown = findings.some(
    (one) => one.code === "operator-unknown" && !one.isGiven && one.about.namespace === about.namespace,
  );
  return families[profile].operatorPods !== undefined && isUnknown ? [{ code: "operator-unknown", about, label }] : [];
}

/**
 * The obstacles to an upgrade. Without any of the operator's conditions nothing shows that it has finished, whatever
 * version the status has.
 */
function upgraded(root: RootNode, asked?: string): readonly UnmetRequirement[] {
  const obstacles = [...upgrade(root, asked), ...replacing(root, asked)];
  const isSeen = root.conditions.some(({ type }) => operatorTypes.includes(type));
  return isSeen || obstacles.length > 0 ? obstacles : [asVerdict(root, root, "unknown")];
}

/**
 * The obstacle that the operator itself is being replaced: the upgrade that it is to make has not begun. Where its
 * Deployment could not be read, it may have a newer template than the operator that runs. That is no obstacle to a
 * version that the user requires.
 */
function replacing({ ref: about, label, operator }: RootNode, asked?: string): readonly UnmetRequirement[] {
  if (operator === undefined) return [];
  const isUnseen = operator.running === "yes" && asked === undefined;
  const { state, text } = operator.rollout ?? { state: isUnseen ? "unknown" : "complete", text: "" };
  return state === "complete" ? [] : [{ code: "operator-rollout", about, label, state, text }];
}

function isUnwell(verdict: ReportNode["verdict"]): boolean {
  return verdict !== "healthy";
}

function isDown(verdict: ReportNode["verdict"]): boolean {
  return verdict === "unavailable" || verdict === "unknown";
}

/**
 * The obstacles of an unhealthy root: its unhealthy required parts, and the root itself where these do not explain it.
 */
function unwell(root: RootNode, isBad: (verdict: ReportNode["verdict"]) => boolean): readonly UnmetRequirement[] {
  const own = ofRoot(root, isBad);
  if (families[root.profile].verdictFrom === "status") return own;
  const parts = root.children.filter((part) => part.required && isBad(part.verdict));
  if (parts.length > 0 && !isBad(root.ownVerdict)) return parts.map((part) => asVerdict(part, root, part.verdict));
  return [...own, ...parts.map((part) => asVerdict(part, root, part.verdict))];
}

function ofRoot(root: RootNode, isBad: (verdict: ReportNode["verdict"]) => boolean): readonly UnmetRequirement[] {
  const { ownVerdict, verdict, conditions, gates, facts } = root;
  // The parts may be worse than the root's own verdict without explaining it.
  if (!(isBad(verdict) || isBad(ownVerdict)) || unsettled(root).length > 0) return [];
  const { reconcileCondition } = families[root.profile];
  const reconcile = conditions.find(({ type }) => type === reconcileCondition);
  const isOpen = reconcile !== undefined && reconcile.status !== "True";
  const isUpgrade = ownVerdict === "progressing" || (facts["stalledSince"] !== undefined && !isOpen);
  const operator = ["OperatorDown", "OperatorUnknown"].find((word) => gates.ready.because.includes(word));
  if (isUpgrade && operator === undefined && gates.upgrade.running === true && isBad(ownVerdict))
    return [asUpgrade(root, [])];
  const told = asVerdict(root, root, isBad(ownVerdict) ? ownVerdict : verdict);
  if (operator !== undefined) return [{ ...told, reason: operator }];
  return [isOpen ? { ...told, reason: reconcile.reason } : told];
}

function asVerdict(
  node: ReportNode,
  root: RootNode,
  verdict: ReportNode["verdict"],
): Extract<UnmetRequirement, { readonly code: "verdict" }> {
  const cause = node.outcome === "found" ? causeBelow(node, root) : "";
  const { ref: about, label, outcome } = node;
  const told = { code: "verdict", about, label, outcome, verdict, reason: reasonOf(node) } as const;
  return cause === "" ? told : { ...told, cause };
}

/**
 * The object that explains a node by the Report's causes: `virt-api: ImagePullBackOff`. Of the root, the components at
 * which its operator is stuck where nothing else explains it.
 */
function causeBelow(node: ReportNode, root: RootNode): string {
  const cause = causeOf(root, node);
  // A container has the ref of its Pod, so the node is left out as itself.
  const below = cause === undefined ? [] : nodesOnPath(root, cause).filter((each) => each !== node);
  const end = below.findLast(({ trouble }) => trouble !== undefined);
  const named = below.find(({ role }) => role === "workload") ?? end;
  if (end?.trouble !== undefined && named !== undefined) return `${named.label}: ${end.trouble.reason}`;
  const healthy = new Set(root.children.filter(({ verdict }) => verdict === "healthy").map(({ label }) => label));
  const stuck = root.causes.filter(({ component }) => node.role === "root" && healthy.has(component));
  return [...new Set(stuck.map(({ component }) => component))].join(", ");
}

function reasonOf({ conditions, trouble }: ReportNode): string {
  const worst = ["main", "bad", "good", "busy"].flatMap((sense) =>
    conditions.filter((one) => one.abnormal && one.sense === sense && one.reason !== ""),
  );
  return trouble?.reason ?? worst[0]?.reason ?? "";
}

/**
 * The obstacles to availability. No required object may be down, unknown or stale. An object with a condition for
 * availability, as HyperConverged has, must report it. One without it, as a StatefulSet or a new object, is available
 * when it is healthy.
 */
function unavailable(root: RootNode): readonly UnmetRequirement[] {
  const parts = root.children.filter((part) => part.required && !isDown(part.verdict));
  // One that is degraded, by itself or by a workload, may not know whether it is available.
  const unknown = parts.filter((part) => mainOf(part)?.status === "Unknown");
  const old = parts
    .filter(({ stale }) => stale)
    .map(({ ref: about, label }): UnmetRequirement => ({ code: "stale", about, label }));
  const down = [...unwell(root, isDown), ...unknown.map((part) => asVerdict(part, root, "unknown")), ...old];
  if (down.length > 0 || unsettled(root).length > 0) return down;
  const said = root.conditions.find(({ type }) => type === "Available") ?? mainOf(root);
  const { hasAvailableCondition } = families[root.profile];
  if (said !== undefined || hasAvailableCondition) return condition(root, said?.type ?? "Available", "True");
  return unwell(root, isUnwell);
}

function mainOf({ conditions }: ReportNode): JudgedCondition | undefined {
  return conditions.find(({ sense }) => sense === "main");
}

/** The obstacle that no root can be upgraded. Where some can, the others are no obstacle. */
function versionless({ roots }: Report, versioned: readonly RootNode[]): readonly UnmetRequirement[] {
  if (versioned.length > 0) return [];
  return ofEach(roots, ({ ref: about, label }) => [{ code: "no-versions", about, label }]);
}

/**
 * The obstacles of `gate upgrade`. Unlike it, a root's own gate depends on what the CR and its components report, not
 * on their health.
 */
function gate(report: Report): readonly UnmetRequirement[] {
  if (upgradeableRoots(report).length === 0) return [];
  return upgradeGate(report).reasons.map(
    (reason): UnmetRequirement => ({ code: "gate", reason, ...(reason.root !== undefined && { root: reason.root }) }),
  );
}

/**
 * The obstacles to a finished upgrade. None if no upgrade runs, the CR's installed version is the operator's, and every
 * component has its expected version. An unknown version counts as not reached. `asked`: the version that the user
 * requires.
 */
function upgrade(root: RootNode, asked?: string): readonly UnmetRequirement[] {
  const { gates, facts, children } = root;
  const { observedVersion: version, expectedVersion: wanted } = facts;
  const behind = children
    .filter(({ required, facts: own }) => required && (own["expectedVersion"] ?? "") !== "" && isBehind(own))
    .map(({ label }) => label);
  const isReached = gates.upgrade.running === false && version !== undefined && version === wanted;
  const isAsked = asked === undefined || bare(asked) === bare(version ?? "");
  return isReached && isAsked && behind.length === 0 ? [] : [asUpgrade(root, behind, isAsked ? undefined : asked)];
}

/** The version without a leading `v`: `v1.20.0` is 1.20.0. */
function bare(version: string): string {
  return version.replace(/^v(?=\d)/, "");
}

function asUpgrade(root: RootNode, behind: readonly string[], asked?: string): UnmetRequirement {
  const { ref: about, label, gates, facts, children } = root;
  const { running } = gates.upgrade;
  const { observedVersion: version, expectedVersion: wanted } = facts;
  const isOther = asked !== undefined && bare(asked) !== bare(wanted ?? "");
  const waitingFor = [...new Set([...gates.upgrade.waitingFor, ...behind])];
  return {
    ...{ code: "upgrade", about, label, running, waitingFor },
    ...(version !== undefined && { version }),
    ...(wanted !== undefined && { wanted }),
    ...(isOther && { asked }),
    lags: children.filter((child) => waitingFor.includes(child.label)).map((child) => lagOf(child, root)),
  };
}

function lagOf({ label, facts, conditions, verdict }: ReportNode, root: RootNode): UpgradeLag {
  const { observedVersion: version, expectedVersion: wanted } = facts;
  const stalled = verdict === "healthy" && wanted !== undefined && isBehind(facts);
  const busy = (stalled ? root.conditions : conditions).find(
    ({ sense, status }) => sense === "busy" && status === "True",
  );
  return {
    ...{ label, stalled },
    ...(version !== undefined && { version }),
    ...(wanted !== undefined && { wanted }),
    ...(busy?.since !== undefined && { since: busy.since }),
  };
}

function isBehind({ observedVersion, expectedVersion }: Readonly<Record<string, string>>): boolean {
  return observedVersion !== expectedVersion;
}

/**
 * Whether a condition is met, compared as kubectl does: type and status in any case. It is not met if the condition is
 * of an older generation (kubectl, pkg/cmd/wait/condition.go). A condition without a generation uses the status's. Of
 * several of one type all must match, while kubectl takes the first.
 */
function condition(
  { ref: about, conditions, stale }: RootNode,
  type: string,
  wanted: string,
): readonly UnmetRequirement[] {
  const reported = conditions.filter((each) => each.type.toLowerCase() === type.toLowerCase());
  const isOld = (each: JudgedCondition): boolean => each.outdated || (each.observedGeneration === undefined && stale);
  const isSo = (each: JudgedCondition): boolean => each.status.toLowerCase() === wanted.toLowerCase() && !isOld(each);
  const [first] = reported;
  if (first === undefined) {
    return [{ code: "condition", about, type, wanted, status: null, reason: "", outdated: false }];
  }
  const not = reported.find((each) => !isSo(each));
  if (not === undefined) return [];
  const { status, reason } = not;
  return [{ code: "condition", about, type: not.type, wanted, status, reason, outdated: isOld(not) }];
}
