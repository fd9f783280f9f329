import { Disposable, EventEmitter, FileDecoration, Uri, window } from "vscode";
import type { ManifestObject } from "../shared/model/manifest.ts";
import type { Badge } from "../shared/render/beside-news.ts";
import { besideOf, hereFor, visibleDocuments } from "./beside.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";

/** On files of the Explorer that were opened in this session: that an object of theirs is unwell. No colour: that is Git's. */
export function registerExplorerBadge(session: Session): Disposable {
  return switched(
    session,
    ({ explorerBadges }) => explorerBadges,
    () => explorerBadge(session),
  );
}

const mostFiles = 200;

/** Of one file: the rest of a longer one does not count. */
const mostObjects = 1000;

function explorerBadge(session: Session): Disposable {
  const beside = besideOf(session);
  const changed = new EventEmitter<Uri[]>();
  /** What files held when they were seen last, the newest last. */
  const files = new Map<string, readonly ManifestObject[]>();
  const badges = new Map<string, Badge>();

  function remember(): void {
    for (const document of visibleDocuments()) {
      const objects = document.uri.scheme === "untitled" ? undefined : session.manifest(document)?.objects;
      if (objects === undefined) continue;
      files.delete(document.uri.toString());
      files.set(document.uri.toString(), objects.slice(0, mostObjects));
    }
    for (const oldest of [...files.keys()].slice(0, Math.max(0, files.size - mostFiles))) files.delete(oldest);
  }

  function badgeOf(uri: Uri, objects: readonly ManifestObject[]): Badge | undefined {
    const pieces = beside.pieces();
    const shown = session.at(uri);
    // What nobody looks at any more may be otherwise by now.
    if (pieces === undefined || (shown.place.kind === "cluster" && shown.link.state === "idle")) return undefined;
    return pieces.badgeOf(
      say,
      objects.map((object) => pieces.linkOf(object, shown, objects)),
      hereFor(session, pieces, shown),
    );
  }

  function look(): void {
    remember();
    const other: Uri[] = [];
    for (const name of new Set([...files.keys(), ...badges.keys()])) {
      const uri = Uri.parse(name);
      const objects = files.get(name);
      const badge = objects === undefined ? undefined : badgeOf(uri, objects);
      const before = badges.get(name);
      if (before?.text === badge?.text && before?.tooltip === badge?.tooltip) continue;
      if (badge === undefined) badges.delete(name);
      else badges.set(name, badge);
      other.push(uri);
    }
    if (other.length > 0) changed.fire(other);
  }

  const provider = window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration(uri) {
      const badge = badges.get(uri.toString());
      if (badge === undefined) return undefined;
      const decoration = new FileDecoration(badge.text, badge.tooltip);
      decoration.propagate = false;
      return decoration;
    },
  });
  look();
  return Disposable.from(provider, beside.onDidChange(look), window.onDidChangeVisibleTextEditors(look), changed);
}
