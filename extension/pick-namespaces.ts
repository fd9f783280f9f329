import type { QuickPickItem } from "vscode";
import * as words from "../shared/render/words-session.ts";
import type { ClusterPlace } from "./place.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { ask, pickSome } from "./telling.ts";

interface NamespaceItem extends QuickPickItem {
  readonly name: string;
}

/** Asks which namespaces the sidebar is to show; `names` where they are known already. */
export async function pickNamespaces(session: Session, names?: unknown): Promise<void> {
  const { place } = session.view;
  if (place.kind !== "cluster") return;
  const chosen = Array.isArray(names) ? names.filter((name) => typeof name === "string") : await asked(session, place);
  if (chosen !== undefined) session.use({ ...place, namespaces: chosen });
}

async function asked(session: Session, place: ClusterPlace): Promise<readonly string[] | undefined> {
  const listed = await session.namespaces();
  const title = words.pickNamespacesTitle(say);
  if (listed === undefined) {
    const typed = await ask({
      title,
      prompt: words.namespacesTyped(say),
      value: (place.namespaces.length > 0 ? place.namespaces : [session.view.namespace ?? ""]).join(", "),
    });
    return typed?.split(/[\s,]+/).filter((name) => name !== "");
  }
  const withRoots = new Set(session.view.report?.roots.flatMap(({ ref }) => ref.namespace ?? []));
  const items = listed.map(
    (name): NamespaceItem => ({
      ...{ name, label: name },
      picked: place.namespaces.includes(name),
      ...(withRoots.has(name) && { description: words.seenHere(say) }),
    }),
  );
  const inOrder = items.toSorted((a, b) => Number(b.description !== undefined) - Number(a.description !== undefined));
  const picked = await pickSome(inOrder, { title });
  return picked?.map(({ name }) => name);
}
