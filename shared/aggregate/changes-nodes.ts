import { keyOf } from "../model/object.ts";
import type { JudgedCondition, Node, Report, RootNode } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { type Pair, pairs, type Ranked, ranked } from "./changes-pairs.ts";
import { relatedChanges } from "./changes-related.ts";
import { causeSeen, isEqual } from "./changes-seen.ts";

/** What changed in the trees. */
export function rootChanges(before: Report | undefined, after: Report): readonly Ranked[] {
  return pairs<RootNode>(before?.roots ?? [], after.roots, keyOfNode).flatMap((pair) => {
    const { from, to } = pair;
    const tell = teller(pair, []);
    return [
      ...replacedTogether(nodeChanges(pair, []), to ?? from),
      ...(["ready", "upgradeable"] as const).flatMap((type) =>
        tell({ what: "gate", type, ...between(from?.gates[type], to?.gates[type]) }),
      ),
      ...tell({ what: "upgrade", ...between(from?.gates.upgrade, to?.gates.upgrade) }),
      ...tell({ what: "root-cause", ...between(causeOf(from), causeOf(to)) }),
      ...relatedChanges(pair),
    ];
  });
}

/** So many that were replaced are told one by one; of more the first are named, and not the root, which is told alone. */
const mostSingle = 3;
const mostNamed = 10;

function replacedTogether(changes: readonly Ranked[], root: Node | undefined): readonly Ranked[] {
  const replaced = changes.filter(({ transition: { what, path } }) => what === "identity" && path.length > 1);
  const [first] = replaced;
  if (replaced.length <= mostSingle || first === undefined || root === undefined) return changes;
  const refs = replaced.slice(0, mostNamed).map(({ transition }) => transition.about);
  const place = { about: root.ref, label: root.label, path: [root.label], count: replaced.length, refs };
  const together = { ...first.transition, ...place } as Transition;
  return [...changes.filter((change) => !replaced.includes(change)), ranked(together, "unknown")];
}

function causeOf(root: RootNode | undefined): ReturnType<typeof causeSeen> | undefined {
  const cause = root?.rootCause;
  return cause === undefined ? undefined : causeSeen(cause);
}

function nodeChanges(pair: Pair<Node>, above: readonly string[]): readonly Ranked[] {
  const { from, to } = pair;
  if (from === to) return [];
  const tell = teller(pair, above);
  const told = [
    ...(from === undefined || to === undefined ? tell({ what: "presence", ...verdictsOf(pair) }) : changed(from, to)),
  ];
  return [...told, ...ownChanges(), ...below()];

  function changed(was: Node, is: Node): readonly Ranked[] {
    const [uid, next] = [was.ref.uid, is.ref.uid];
    return [
      ...tell({ what: "verdict", ...verdictsOf(pair) }),
      ...tell({ what: "outcome", from: was.outcome, to: is.outcome }),
      // A container bears its Pod's uid.
      ...(uid === undefined || next === undefined || is.role === "container"
        ? []
        : tell({ what: "identity", from: uid, to: next })),
      ...(["stale", "deleting", "frozen"] as const).flatMap((type) =>
        tell({ what: "state", type, from: was[type], to: is[type] }),
      ),
      ...(factsOf[is.role] ?? []).flatMap((type) =>
        tell({ what: "fact", type, ...between(was.facts[type], is.facts[type]) }),
      ),
    ];
  }

  /** What roots and components say of themselves; what is below them is told by its verdict. */
  function ownChanges(): readonly Ranked[] {
    if (!isTold((to ?? from)?.role)) return [];
    return [
      ...pairs(from?.conditions ?? [], to?.conditions ?? [], ({ type }) => type).flatMap((one) => {
        const type = (one.to ?? one.from)?.type ?? "";
        return tell({ what: "condition", type, ...between(wordsOf(one.from), wordsOf(one.to)) });
      }),
      ...(["observedVersion", "expectedVersion"] as const).flatMap((type) =>
        tell({ what: "version", type, ...between(from?.facts[type], to?.facts[type]) }),
      ),
    ];
  }

  function below(): readonly Ranked[] {
    const [was, is] = [from?.children ?? [], to?.children ?? []];
    const path = [...above, (to ?? from)?.label ?? ""];
    const children = pairs(was, is, keyOfNode).filter(({ from: one, to: other }) => isNews(one, other));
    return children.flatMap((child) => nodeChanges(child, path));

    function isNews(one: Node | undefined, other: Node | undefined): boolean {
      const node = other ?? one;
      if (node === undefined || (one !== undefined && other !== undefined)) return true;
      if (isTold(node.role)) return true;
      // What came with its parent, or went with it, is told with it.
      if (from === undefined || to === undefined) return false;
      // What is below is read only where something is unwell: what is well is no news because somebody looked.
      const others = one === undefined ? was : is;
      return node.verdict !== "healthy" || others.some(({ role }) => role === node.role);
    }
  }
}

/** What is news of it though its verdict stays; a Pod's restarts are those of its containers. */
const factsOf: Partial<Record<Node["role"], readonly ("waiting" | "exitCode" | "restarts" | "ready")[]>> = {
  container: ["waiting", "exitCode", "restarts"],
  workload: ["ready"],
};

function isTold(role: Node["role"] | undefined): boolean {
  return role === "root" || role === "component" || role === "part";
}

type Told<T> = T extends unknown ? Omit<T, "about" | "label" | "path"> : never;

/** Says a change of this node, where it is one. */
function teller({ from, to }: Pair<Node>, above: readonly string[]): (change: Told<Transition>) => readonly Ranked[] {
  const node = to ?? from;
  return (change) => {
    if (node === undefined || isEqual(change.from, change.to)) return [];
    const place = { about: node.ref, label: node.label, path: [...above, node.label] };
    return [ranked({ ...place, ...change } as Transition, node.verdict)];
  };
}

function between<T>(from: T | undefined, to: T | undefined): { readonly from: T | null; readonly to: T | null } {
  return { from: from ?? null, to: to ?? null };
}

function verdictsOf({ from, to }: Pair<Node>): ReturnType<typeof between<Node["verdict"]>> {
  return between(from?.verdict, to?.verdict);
}

function wordsOf(
  condition: JudgedCondition | undefined,
): Pick<JudgedCondition, "status" | "reason" | "message"> | undefined {
  if (condition === undefined) return undefined;
  const { status, reason, message } = condition;
  return { status, reason, message };
}

/** The containers of a Pod bear its name. */
function keyOfNode({ role, ref, label }: Node): string {
  return `${role} ${keyOf(ref)} ${role === "container" ? label : ""}`;
}
