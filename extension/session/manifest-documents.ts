import type { Disposable, Event } from "vscode";
import { EventEmitter, type TextDocument, type Uri, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Manifest } from "../../shared/model/manifest/manifest.ts";
import { manifestLanguages } from "../platform/contributions.ts";
import { isOfWorkspace } from "../platform/workspace-document.ts";
import { createTurnReader, type ReadingTurns } from "./reading-turns.ts";

type Reading = typeof import("./manifest.lazy.ts");

/**
 * The manifests in open documents, parsed once for each version. A document that does not look like a manifest is never
 * parsed.
 */
export interface OpenManifests extends Disposable {
  /** Returns the manifest of a document. Undefined where it is none, or until it is parsed and `onDidParse` fires. */
  of(document: TextDocument): Manifest | undefined;
  /** Whether the document is being parsed. What stands beside it may stay until `onDidParse`. */
  isReading(document: TextDocument): boolean;
  readonly onDidParse: Event<Uri>;
  /** Returns the manifests in visible editors. While a version is being parsed, the previous one counts. */
  visible(): readonly { readonly uri: Uri; readonly manifest: Manifest }[];
  /** Whether a document names an object of a known kind. */
  isKnown(document: TextDocument): boolean;
  /** Returns the functions that read manifests; undefined until they are loaded. */
  reading(): Reading | undefined;
}

export function openManifests(failed: (bug: unknown) => void): OpenManifests {
  const didParse = new EventEmitter<Uri>();
  let reading: Reading | undefined;
  let parsed: ReadingTurns<TextDocument, Manifest> | undefined;
  let isLoading = false;

  async function load(): Promise<void> {
    reading = await import("./manifest.lazy.ts");
    parsed = createTurnReader(systemClock, reading.manifestSteps, ({ uri }) => didParse.fire(uri), failed);
    for (const { document } of window.visibleTextEditors) if (looksLikeManifest(document)) didParse.fire(document.uri);
  }

  function of(document: TextDocument): Manifest | undefined {
    if (parsed?.last(document) === undefined && !looksLikeManifest(document)) return undefined;
    if (parsed === undefined && !isLoading) {
      isLoading = true;
      load()
        .catch(failed)
        .finally(() => {
          isLoading = false;
        });
    }
    return parsed?.of(document);
  }

  return {
    of,
    isReading: (document) => parsed?.isReading(document) === true,
    onDidParse: didParse.event,
    visible() {
      const documents = new Set(window.visibleTextEditors.map(({ document }) => document));
      return [...documents].flatMap((document) => {
        const manifest = of(document) ?? parsed?.last(document);
        return manifest === undefined ? [] : [{ uri: document.uri, manifest }];
      });
    },
    isKnown(document) {
      const isKnownKind = reading?.isKnownKind;
      return isKnownKind !== undefined && (of(document)?.objects.some(isKnownKind) ?? false);
    },
    reading: () => reading,
    dispose() {
      didParse.dispose();
    },
  };
}

/** Whether a document may be a manifest. The check is cheap, because most YAML has nothing to do with Kubernetes. */
function looksLikeManifest(document: TextDocument): boolean {
  const isWritten = (manifestLanguages as readonly string[]).includes(document.languageId);
  return isWritten && isOfWorkspace(document) && /["']?\bapiVersion["']?\s*:/.test(document.getText());
}
