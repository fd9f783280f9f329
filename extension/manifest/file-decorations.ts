import { Disposable, EventEmitter, FileDecoration, Uri, window } from "vscode";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { FileBadge } from "../../shared/render/editor/annotations/badge-and-status-bar.ts";
import { listVisibleDocuments } from "../platform/documents.ts";
import { setNewest } from "../platform/newest-entries.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { getAnnotationContext } from "./annotation-context.ts";

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

const maxFiles = 200;

/** The objects of one file that count. */
const maxObjects = 1000;

function showExplorerBadges(session: ManifestSurface): Disposable {
  const annotations = getAnnotationContext(session);
  const changed = new EventEmitter<Uri[]>();
  /** The objects of each file when it was last visible, the most recent file last. */
  const files = new Map<string, readonly ManifestObject[]>();
  const badges = new Map<string, FileBadge>();

  /** Remembers the objects of the visible files. */
  function rememberVisible(): void {
    for (const document of listVisibleDocuments()) {
      const objects = document.uri.scheme === "untitled" ? undefined : session.getOrParseManifest(document)?.objects;
      if (objects !== undefined) setNewest(files, document.uri.toString(), objects.slice(0, maxObjects), maxFiles);
    }
  }

  function computeBadge(uri: Uri, objects: readonly ManifestObject[]): FileBadge | undefined {
    const bundle = annotations.bundle();
    if (bundle === undefined) return undefined;
    const state = session.at(uri);
    // The state of a place that is no longer read may have changed.
    if (state.place.kind === "cluster" && state.link.state === "idle") return undefined;
    const links = objects.map((object) => bundle.linkManifest(object, state, objects));
    return bundle.fileBadge(links, annotations.describePlace(bundle, state));
  }

  function updateBadges(): void {
    rememberVisible();
    const changedFiles: Uri[] = [];
    for (const name of new Set([...files.keys(), ...badges.keys()])) {
      const uri = Uri.parse(name);
      const objects = files.get(name);
      const badge = objects === undefined ? undefined : computeBadge(uri, objects);
      const before = badges.get(name);
      if (before?.text === badge?.text && before?.tooltip === badge?.tooltip) continue;
      if (badge === undefined) badges.delete(name);
      else badges.set(name, badge);
      changedFiles.push(uri);
    }
    if (changedFiles.length > 0) changed.fire(changedFiles);
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
  updateBadges();
  return Disposable.from(
    provider,
    annotations.onDidChange(updateBadges),
    window.onDidChangeVisibleTextEditors(updateBadges),
    changed,
  );
}
