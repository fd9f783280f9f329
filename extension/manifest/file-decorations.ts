import { Disposable, EventEmitter, FileDecoration, Uri, window } from "vscode";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { FileBadge } from "../../shared/render/editor/annotations/badge-and-notice.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { describePlace, getAnnotationContext, listVisibleDocuments } from "./annotation-context.ts";

/**
 * Registers badges on files in the Explorer that were opened in this session and name an unhealthy object. They have no
 * colour, because Git uses colours.
 */
export function registerExplorerBadge(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ explorerBadges }) => explorerBadges,
    () => showExplorerBadges(session),
  );
}

const mostFiles = 200;

/** Maximum for one file; further objects do not count. */
const mostObjects = 1000;

function showExplorerBadges(session: ManifestSurface): Disposable {
  const annotations = getAnnotationContext(session);
  const changed = new EventEmitter<Uri[]>();
  /** The objects of each file when it was last visible, the most recent file last. */
  const files = new Map<string, readonly ManifestObject[]>();
  const badges = new Map<string, FileBadge>();

  function remember(): void {
    for (const document of listVisibleDocuments()) {
      const objects = document.uri.scheme === "untitled" ? undefined : session.manifest(document)?.objects;
      if (objects === undefined) continue;
      files.delete(document.uri.toString());
      files.set(document.uri.toString(), objects.slice(0, mostObjects));
    }
    for (const oldest of [...files.keys()].slice(0, Math.max(0, files.size - mostFiles))) files.delete(oldest);
  }

  function badgeOf(uri: Uri, objects: readonly ManifestObject[]): FileBadge | undefined {
    const pieces = annotations.pieces();
    const shown = session.at(uri);
    // The state of a place that is no longer read may have changed.
    if (pieces === undefined || (shown.place.kind === "cluster" && shown.link.state === "idle")) return undefined;
    return pieces.fileBadge(
      objects.map((object) => pieces.linkManifest(object, shown, objects)),
      describePlace(session, pieces, shown),
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
  return Disposable.from(provider, annotations.onDidChange(look), window.onDidChangeVisibleTextEditors(look), changed);
}
