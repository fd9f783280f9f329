import { keyOf, type Ref } from "../model/object.ts";
import type { JudgedCondition, Node, Report, RootNode } from "../model/report.ts";
import { type Goal, type Lag, type Obstacle, type Waited, waitStates } from "../model/waiting.ts";
import { hco } from "../profiles/hco.ts";
import { knownRoots } from "../profiles/roots.ts";
import { upgradeable, upgradeGate } from "./gate.ts";
import type { Wanted } from "./queries.ts";

/** What somebody waits for, from the words of `--for`; undefined for what is none of them. */
export function goalOf(words: string): Goal | undefined {
  const [, type, status = "True"] = /^condition=([^=]+)(?:=(.+))?$/s.exec(words) ?? [];
  if (type !== undefined) return { is: "condition", type, status };
  const [, version] = /^upgraded=(.+)$/s.exec(words) ?? [];
  if (version !== undefined) return { is: "upgraded", version };
  const is = waitStates.find((state) => state === words);
  return is === undefined ? undefined : { is };
}

/**
 * Whether all roots of one Report are as they are waited for, and what stands in the way: looked at together, in one
 * moment, and only where the status belongs to the newest generation. `wanted`: what was named, which has to be there;
 * absent: a HyperConverged, or another root that is not made by one. `met`: roots that were there before, which have to be
 * there still where nothing was named; of what is to be gone, all that counts then.
 */
export function waitedFor(report: Report, goal: Goal, wanted?: readonly Wanted[], met: readonly Ref[] = []): Waited {
  const unread = unreadOf(report);
  const obstacles = obstaclesOf(report, goal, wanted === undefined ? met : []);
  // Somebody who may not look cannot say that it is gone.
  if (goal.is === "deleted") return told([...obstacles, ...unread]);
  const isHidden = (one: Obstacle): boolean =>
    one.code === "nothing-there" && unread.some((each) => each.code === "unread" && each.kind === one.kind);
  const missing = missingOf(report, wanted, met).filter((one) => !isHidden(one));
  // The gate tells itself what it could not read.
  const isTold = goal.is === "upgradeable" && upgradeable(report).length > 0;
  const rest = isTold ? [] : unread.filter((one) => !isToldOf(one, obstacles));
  // A condition is asked of the roots alone, and not of what is below them.
  return told([
    ...obstacles,
    ...(goal.is === "condition" ? rest.filter((one) => isOfRoots(one, wanted)) : rest),
    ...missing,
  ]);
}

/** More of what is asked about may hide there. */
function isOfRoots(one: Obstacle, wanted: readonly Wanted[] | undefined): boolean {
  const kinds = wanted?.map(({ kind }) => kind.kind) ?? [hco.root.kind, ...knownRoots.map(({ kind }) => kind)];
  return one.code === "unread" && kinds.includes(one.kind);
}

/** A part that could not be read stands there as itself. */
function isToldOf(one: Obstacle, obstacles: readonly Obstacle[]): boolean {
  if (one.code !== "unread") return false;
  return obstacles.some((other) => {
    const isUnread = other.code === "verdict" && (other.outcome === "forbidden" || other.outcome === "unread");
    return isUnread && other.about.kind === one.kind;
  });
}

function told(obstacles: readonly Obstacle[]): Waited {
  return { obstacles, isKnown: obstacles.length === 0 || !obstacles.every(isOpen) };
}

/** It says that nobody knows. */
function isOpen(one: Obstacle): boolean {
  switch (one.code) {
    case "nothing-there":
    case "unread":
    case "no-versions":
      return true;
    case "verdict":
      return one.verdict === "unknown";
    case "gate":
      return one.reason.state === "unknown";
    case "upgrade":
      return one.running === null || (one.running === false && (one.version === undefined || one.wanted === undefined));
    default:
      return false;
  }
}

function unreadOf({ completeness }: Report): readonly Obstacle[] {
  return completeness.gaps.flatMap(({ outcome, kind, name, cause = "", required }): readonly Obstacle[] =>
    required && (outcome === "forbidden" || outcome === "unread")
      ? [{ code: "unread", outcome, kind, cause, ...(name !== undefined && { name }) }]
      : [],
  );
}

/** Nothing at all, or not all that was named or was there. */
function missingOf({ roots }: Report, wanted: readonly Wanted[] | undefined, met: readonly Ref[]): readonly Obstacle[] {
  const lost =
    wanted === undefined
      ? met.filter((ref) => !isComponent(ref) && !roots.some((root) => isSame(root.ref, ref))).map(gone)
      : wanted.flatMap((one) => lostOf(one, roots, met));
  if (lost.length > 0) return lost;
  // What a HyperConverged made may be found before it, or be left behind by one that is gone.
  const isNobodys = wanted === undefined && roots.every(({ ref }) => isComponent(ref));
  if (roots.length > 0 && !isNobodys) return [];
  const kinds = wanted === undefined ? [hco.root.kind] : [...new Set(wanted.map(({ kind }) => kind.kind))];
  return kinds.map((kind) => ({ code: "nothing-there", kind }));
}

function lostOf(
  { kind: { kind, group }, name }: Wanted,
  roots: readonly RootNode[],
  met: readonly Ref[],
): readonly Obstacle[] {
  if (name === undefined) return [];
  const isIt = (ref: Ref): boolean => ref.kind === kind && ref.group === group && ref.name === name;
  if (roots.some(({ ref }) => isIt(ref))) return [];
  return [{ code: "nothing-there", kind, name, ...(met.some(isIt) && { was: true }) }];
}

function gone({ kind, name }: Ref): Obstacle {
  return { code: "nothing-there", kind, name, was: true };
}

function isComponent({ group, kind }: Ref): boolean {
  return hco.components.some((row) => row.group === group && row.kind === kind);
}

/** Where nothing is named it is about what there was in the beginning: what that leaves behind, or comes later, is not. */
function goingOf(report: Report, met: readonly Ref[]): readonly Obstacle[] {
  const counted = report.roots.filter(({ ref }) => met.length === 0 || met.some((one) => isSame(one, ref)));
  return counted.map((root) => stillThere(root, report));
}

function obstaclesOf(report: Report, goal: Goal, met: readonly Ref[]): readonly Obstacle[] {
  switch (goal.is) {
    case "healthy":
      return ofEach(report.roots, (root) => [...unsettled(root), ...unwell(root, isUnwell)]);
    case "available":
      return ofEach(report.roots, (root) => [...unsettled(root), ...unavailable(root), ...unattended(root)]);
    case "upgradeable":
      return [...gate(report), ...versionless(report, upgradeable(report))];
    case "upgraded": {
      const versioned = report.roots.filter(({ profile }) => profile === "hco");
      return [
        ...ofEach(versioned, (root) => [...unsettled(root), ...upgrade(root, goal.version), ...unattended(root)]),
        ...versionless(report, versioned),
      ];
    }
    case "deleted":
      return goingOf(report, met);
    case "condition":
      return ofEach(report.roots, (root) => condition(root, goal.type, goal.status));
  }
}

function ofEach(roots: readonly RootNode[], look: (root: RootNode) => readonly Obstacle[]): readonly Obstacle[] {
  return roots.flatMap((root) => look(root).map((one) => ({ ...one, root: root.ref })));
}

function stillThere({ ref, deleting }: RootNode, { findings }: Report): Obstacle {
  const told = findings.find((one) => one.code === "deleting" && isSame(one.about, ref));
  const remaining = told?.code === "deleting" ? told.remaining : [];
  return { code: "still-there", about: ref, deleting, remaining, root: ref };
}

function isSame(a: Ref, b: Ref): boolean {
  return keyOf(a) === keyOf(b);
}

/** What is on its way to go, or whose status is of an older spec, is as wanted at most by chance. */
function unsettled(root: RootNode): readonly Obstacle[] {
  const { ref: about, label } = root;
  if (root.deleting) return [{ code: "deleting", about, label }];
  return root.stale ? [{ code: "stale", about, label }] : [];
}

/** What an operator that does not run has said of it, may be true no more. */
function unattended({ ref: about, label, gates }: RootNode): readonly Obstacle[] {
  return gates.ready.because.includes("OperatorDown") ? [{ code: "operator-down", about, label }] : [];
}

function isUnwell(verdict: Node["verdict"]): boolean {
  return verdict !== "healthy";
}

function isDown(verdict: Node["verdict"]): boolean {
  return verdict === "unavailable" || verdict === "unknown";
}

/** The required parts that are not as they should be; where it is not for them, the root itself. */
function unwell(root: RootNode, isBad: (verdict: Node["verdict"]) => boolean): readonly Obstacle[] {
  const own = ofRoot(root, isBad);
  // Of an object that is judged by itself its parts only explain it.
  if (root.profile === "generic") return own;
  const parts = root.children.filter((part) => part.required && isBad(part.verdict));
  if (parts.length > 0 && !isBad(root.ownVerdict)) return parts.map((part) => asVerdict(part, part.verdict));
  return [...own, ...parts.map((part) => asVerdict(part, part.verdict))];
}

function ofRoot(root: RootNode, isBad: (verdict: Node["verdict"]) => boolean): readonly Obstacle[] {
  const { ownVerdict, verdict, conditions, gates } = root;
  if (!isBad(verdict) || unsettled(root).length > 0) return [];
  if (ownVerdict === "progressing" && gates.upgrade.running === true && isBad(ownVerdict)) return [asUpgrade(root, [])];
  const reconcile = conditions.find(({ type }) => type === "ReconcileComplete");
  const isOpen = root.profile === "hco" && reconcile !== undefined && reconcile.status !== "True";
  const told = asVerdict(root, isBad(ownVerdict) ? ownVerdict : verdict);
  if (gates.ready.because.includes("OperatorDown")) return [{ ...told, reason: "OperatorDown" }];
  return [isOpen ? { ...told, reason: reconcile.reason } : told];
}

function asVerdict(node: Node, verdict: Node["verdict"]): Extract<Obstacle, { readonly code: "verdict" }> {
  const cause = node.outcome === "found" ? causeBelow(node) : "";
  const { ref: about, label, outcome } = node;
  const told = { code: "verdict", about, label, outcome, verdict, reason: reasonOf(node) } as const;
  return cause === "" ? told : { ...told, cause };
}

/** The first that fails as deep below it as was read: `virt-api: ImagePullBackOff`. */
function causeBelow(node: Node): string {
  const child = node.children.find(
    ({ verdict, role }) => role !== "related" && (verdict === "unavailable" || verdict === "degraded"),
  );
  if (child === undefined) return "";
  const deeper = causeBelow(child);
  if (deeper !== "") return child.role === "workload" ? `${child.label}: ${deeper.replace(/^[^:]*: /, "")}` : deeper;
  return child.trouble === undefined ? "" : `${child.label}: ${child.trouble.reason}`;
}

function reasonOf({ conditions, trouble }: Node): string {
  const worst = ["main", "bad", "good", "busy"].flatMap((sense) =>
    conditions.filter((one) => one.abnormal && one.sense === sense && one.reason !== ""),
  );
  return trouble?.reason ?? worst[0]?.reason ?? "";
}

/**
 * Nothing that is required is down or not known, nor of an older spec; and it says so itself where it has a condition for
 * that. What has none, as a StatefulSet or what was just made, is available when it is well.
 */
function unavailable(root: RootNode): readonly Obstacle[] {
  const old = root.children
    .filter((part) => part.required && part.stale && !isDown(part.verdict))
    .map(({ ref: about, label }): Obstacle => ({ code: "stale", about, label }));
  const down = [...unwell(root, isDown), ...old];
  if (down.length > 0 || unsettled(root).length > 0) return down;
  const said = root.conditions.find(({ type }) => type === "Available") ?? mainOf(root);
  if (said !== undefined) return condition(root, said.type, "True");
  return root.profile === "hco" ? [] : unwell(root, isUnwell);
}

function mainOf({ conditions }: RootNode): JudgedCondition | undefined {
  return conditions.find(({ sense }) => sense === "main");
}

/** None of them can be asked; where some can, the others are no reason to wait. */
function versionless({ roots }: Report, versioned: readonly RootNode[]): readonly Obstacle[] {
  if (versioned.length > 0) return [];
  return ofEach(roots, ({ ref: about, label }) => [{ code: "no-versions", about, label }]);
}

/** As `gate upgrade` answers it: a root's own gate goes by what the CR and its components say, and not by how they are. */
function gate(report: Report): readonly Obstacle[] {
  if (upgradeable(report).length === 0) return [];
  return upgradeGate(report).reasons.map(
    (reason): Obstacle => ({ code: "gate", reason, ...(reason.root !== undefined && { root: reason.root }) }),
  );
}

/**
 * No upgrade runs, what the CR says is installed is what its operator is, and every component has the version that is
 * expected of it. Versions that nobody knows are none that was reached. `asked`: the version has to be that one.
 */
function upgrade(root: RootNode, asked?: string): readonly Obstacle[] {
  const { gates, facts, children } = root;
  const { observedVersion: version, expectedVersion: wanted } = facts;
  const behind = children
    .filter(({ required, facts: own }) => required && (own["expectedVersion"] ?? "") !== "" && isBehind(own))
    .map(({ label }) => label);
  const isReached = gates.upgrade.running === false && version !== undefined && version === wanted;
  const isAsked = asked === undefined || bare(asked) === bare(version ?? "");
  return isReached && isAsked && behind.length === 0 ? [] : [asUpgrade(root, behind, isAsked ? undefined : asked)];
}

/** `v1.20.0` is 1.20.0. */
function bare(version: string): string {
  return version.replace(/^v(?=\d)/, "");
}

function asUpgrade(root: RootNode, behind: readonly string[], asked?: string): Obstacle {
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

function lagOf({ label, facts, conditions, verdict }: Node, root: RootNode): Lag {
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
 * As kubectl compares: type and status in any case of letters, and not where the condition, or where it does not say the
 * status, is of an older generation (kubectl, pkg/cmd/wait/condition.go). Of several of one type, where kubectl takes the
 * first, all have to be so.
 */
function condition({ ref: about, conditions, stale }: RootNode, type: string, wanted: string): readonly Obstacle[] {
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
