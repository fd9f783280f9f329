import type { Disposable, Event } from "vscode";
import { EventEmitter, type TextDocument, type Uri, window } from "vscode";
import type { Manifest } from "../shared/model/manifest.ts";
import { languages } from "./contributions.ts";
import { isOfWorkspace } from "./place-name.ts";

type Reading = typeof import("./manifest-reading.ts");

/** What open documents hold, parsed once for each version; what does not look like a manifest is never parsed. */
export interface OpenManifests extends Disposable {
  /** Undefined: it is none, or what reads it is still being loaded; then `onDidParse` tells. */
  of(document: TextDocument): Manifest | undefined;
  readonly onDidParse: Event<Uri>;
  /** Those that somebody can see now. */
  visible(): readonly { readonly uri: Uri; readonly manifest: Manifest }[];
  /** Absent until the first manifest was seen. */
  reading(): Reading | undefined;
}

export function openManifests(failed: (bug: unknown) => void): OpenManifests {
  // By the document itself: another one may come to bear the name of one that was closed, at the same version.
  const parsed = new WeakMap<TextDocument, { readonly version: number; readonly manifest: Manifest }>();
  const didParse = new EventEmitter<Uri>();
  let reading: Reading | undefined;
  let isLoading = false;

  async function load(): Promise<void> {
    reading = await import("./manifest-reading.ts");
    for (const { document } of window.visibleTextEditors) if (looksLikeOne(document)) didParse.fire(document.uri);
  }

  function of(document: TextDocument): Manifest | undefined {
    const known = parsed.get(document);
    if (known?.version === document.version) return known.manifest;
    if (known === undefined && !looksLikeOne(document)) return undefined;
    if (reading === undefined) {
      if (!isLoading) {
        isLoading = true;
        load()
          .catch(failed)
          .finally(() => {
            isLoading = false;
          });
      }
      return undefined;
    }
    const manifest = reading.manifestOf(document.getText(), known?.manifest);
    parsed.set(document, { version: document.version, manifest });
    return manifest;
  }

  return {
    of,
    onDidParse: didParse.event,
    visible() {
      const documents = new Set(window.visibleTextEditors.map(({ document }) => document));
      return [...documents].flatMap((document) => {
        const manifest = of(document);
        return manifest === undefined ? [] : [{ uri: document.uri, manifest }];
      });
    },
    reading: () => reading,
    dispose() {
      didParse.dispose();
    },
  };
}

/** Cheap: most YAML has nothing to do with Kubernetes. */
function looksLikeOne(document: TextDocument): boolean {
  const isWritten = (languages as readonly string[]).includes(document.languageId);
  return isWritten && isOfWorkspace(document) && /["']?\bapiVersion["']?\s*:/.test(document.getText());
}
