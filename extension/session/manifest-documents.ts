import { type Disposable, EventEmitter, type TextDocument, type Uri } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Manifest } from "../../shared/model/manifest/manifest.ts";
import { manifestLanguages } from "../platform/contributions.ts";
import { isOfWorkspace, listVisibleDocuments } from "../platform/documents.ts";
import { createDocumentReader, type DocumentReader } from "./document-reader.ts";
import type { ManifestDocuments } from "./session-parts.ts";

/** The functions that parse and evaluate manifests. They are loaded with the first manifest. */
type ManifestFunctions = typeof import("./manifest.lazy.ts");

/** A manifest in a visible editor. */
interface VisibleManifest {
  readonly uri: Uri;
  readonly manifest: Manifest;
}

/** The manifests in open documents, and those of them that the user sees. */
export interface OpenManifests extends ManifestDocuments, Disposable {
  /** Lists the manifests in visible editors. While a version is being parsed, the previous version is listed. */
  listVisible(): readonly VisibleManifest[];
  /** Returns the functions, or undefined until they are loaded. It does not start the load. */
  loadedFunctions(): ManifestFunctions | undefined;
}

/** Creates the manifests of all open documents. `onFailed` gets the errors of the load and of the parser. */
export function createOpenManifests(onFailed: (bug: unknown) => void): OpenManifests {
  const didParse = new EventEmitter<Uri>();
  let functions: ManifestFunctions | undefined;
  let reader: DocumentReader<TextDocument, Manifest> | undefined;
  let isLoading = false;

  /** Loads the functions, and lets the surfaces ask again for the documents that they could not parse so far. */
  async function loadFunctions(): Promise<void> {
    isLoading = true;
    try {
      functions = await import("./manifest.lazy.ts");
      reader = createDocumentReader(systemClock, functions.manifestSteps, ({ uri }) => didParse.fire(uri), onFailed);
      for (const document of listVisibleDocuments()) if (looksLikeManifest(document)) didParse.fire(document.uri);
    } catch (bug) {
      onFailed(bug);
    } finally {
      isLoading = false;
    }
  }

  function getOrParseManifest(document: TextDocument): Manifest | undefined {
    const wasManifest = reader?.lastContent(document) !== undefined;
    if (!wasManifest && !looksLikeManifest(document)) return undefined;
    if (reader === undefined && !isLoading) void loadFunctions();
    return reader?.getOrRead(document);
  }

  function listVisible(): readonly VisibleManifest[] {
    const visibleManifests: VisibleManifest[] = [];
    for (const document of listVisibleDocuments()) {
      const manifest = getOrParseManifest(document) ?? reader?.lastContent(document);
      if (manifest !== undefined) visibleManifests.push({ uri: document.uri, manifest });
    }
    return visibleManifests;
  }

  function hasKnownKind(document: TextDocument): boolean {
    if (functions === undefined) return false;
    return getOrParseManifest(document)?.objects.some(functions.isKnownKind) === true;
  }

  return {
    getOrParseManifest,
    isParsing: (document) => reader?.isReading(document) === true,
    onDidParse: didParse.event,
    listVisible,
    hasKnownKind,
    loadedFunctions: () => functions,
    dispose: () => didParse.dispose(),
  };
}

/**
 * Whether a document may be a manifest: its language is that of manifests, and a key `apiVersion` occurs. The check is
 * cheap, because most YAML has nothing to do with Kubernetes.
 */
function looksLikeManifest(document: TextDocument): boolean {
  const hasManifestLanguage = (manifestLanguages as readonly string[]).includes(document.languageId);
  return hasManifestLanguage && isOfWorkspace(document) && /["']?\bapiVersion["']?\s*:/.test(document.getText());
}
