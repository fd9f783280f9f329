import type { QuickPickItem } from "vscode";
import { l10n } from "vscode";
import type { ClusterPlace } from "../places/place.ts";
import { askForText, pickSome } from "../platform/messages.ts";
import type { PlaceControl, PlaceStates } from "../session/session-parts.ts";

interface NamespaceItem extends QuickPickItem {
  readonly name: string;
}

/** Asks the user which namespaces the sidebar shows, unless `names` is given. */
export async function pickNamespaces(session: PlaceControl & PlaceStates, names?: unknown): Promise<void> {
  const { place } = session.sidebar;
  if (place.kind !== "cluster") return;
  const chosen = Array.isArray(names)
    ? names.filter((name) => typeof name === "string")
    : await askForNamespaces(session, place);
  if (chosen !== undefined) session.showPlace({ ...place, namespaces: chosen });
}

async function askForNamespaces(
  session: PlaceControl & PlaceStates,
  place: ClusterPlace,
): Promise<readonly string[] | undefined> {
  const listed = await session.namespaces();
  const title = l10n.t("Select namespaces (none selected: all)");
  if (listed === undefined) {
    const typed = await askForText({
      title,
      prompt: l10n.t("No permission to list namespaces; enter those that you may read, comma-separated"),
      value: (place.namespaces.length > 0 ? place.namespaces : [session.sidebar.namespace ?? ""]).join(", "),
    });
    return typed?.split(/[\s,]+/).filter((name) => name !== "");
  }
  const withRoots = new Set(session.sidebar.report?.roots.flatMap(({ ref }) => ref.namespace ?? []));
  const items = listed.map(
    (name): NamespaceItem => ({
      name,
      label: name,
      picked: place.namespaces.includes(name),
      ...(withRoots.has(name) && { description: l10n.t("has supported objects") }),
    }),
  );
  const inOrder = items.toSorted((a, b) => Number(b.description !== undefined) - Number(a.description !== undefined));
  const picked = await pickSome(inOrder, { title });
  return picked?.map(({ name }) => name);
}
