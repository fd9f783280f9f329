import type { Disposable, Event, ExtensionContext, TextDocument, Uri } from "vscode";
import type { Manifest } from "../../shared/model/manifest/manifest.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Reading } from "../../shared/model/snapshot.ts";
import type { DefinedKind } from "../places/definitions/read-definition.ts";
import type { ClusterPlace, Place } from "../places/place.ts";
import type { CollectedFiles, LiveCluster } from "../places/place-source.ts";
import type { PlaceState } from "../places/place-state.ts";
import type { OutputLog } from "../platform/output-log.ts";
import type { ExtensionSettings } from "../platform/settings.ts";
import type { FollowedObject, FollowedRoots } from "./follow-requests.ts";

// What the surfaces share: one interface for each need. A surface names the interfaces that it uses.

/** One context of the kubeconfig, where the sidebar shows all of them. */
export interface ContextState {
  readonly name: string;
  readonly place: ClusterPlace;
  /** Undefined while the context waits for its turn to be read. */
  readonly state: PlaceState | undefined;
}

/** The contexts of the sidebar, in the order of the kubeconfig. */
export interface ContextStates {
  readonly contexts: readonly ContextState[];
  /** The number of further contexts, which are not read. */
  readonly unread: number;
}

/** The state of each place. */
export interface PlaceStates {
  /** The state of the place in the sidebar. Where it shows all contexts, of the one that it showed before. */
  readonly sidebar: PlaceState;
  /** Undefined where the sidebar shows one place. */
  readonly contexts: ContextStates | undefined;
  /** Returns the state of the place for a file: the one that its folder pins, else the sidebar's. */
  at(uri: Uri): PlaceState;
  /** Fires for each change of a place. Surfaces combine changes that come close together by themselves. */
  readonly onDidChangePlace: Event<PlaceState>;
  /** Fires when the sidebar shows another place, or when another place applies to a folder. */
  readonly onDidSwitchPlace: Event<void>;
}

/** The actions of the user on places. */
export interface PlaceControl {
  /** Connects at the user's request. From now on programs for logging in may be run for the place. */
  connect(place?: Place): void;
  /** Requests everything of a place again; without a place, of what the sidebar shows. */
  refresh(place?: Place): void;
  /** Shows all contexts of the kubeconfig in the sidebar from now on, or one place as before. */
  showAllContexts(isShown: boolean): Promise<void>;
  /** Shows a place in the sidebar from now on, in this workspace. */
  showPlace(place: Place): void;
  /** Returns from files to the cluster. */
  showCluster(): void;
  /** Called when the settings of a folder name another context. */
  applyFolderSettings(): void;
  /**
   * Returns the namespaces of the sidebar's cluster. Undefined where they may not be listed, or without a connection.
   */
  namespaces(): Promise<readonly string[] | undefined>;
}

/** What is behind places, for requests that the user asks for. */
export interface LiveClusters {
  /** Returns the cluster to which the place is connected now; undefined without a connection, and for files. */
  liveCluster(place: Place): LiveCluster | undefined;
  /** Returns the content of files; undefined for a cluster, and before they are read. */
  collected(place: Place): CollectedFiles | undefined;
}

/** Reads CRDs for the surfaces that show what a field means. */
export interface DefinitionSource {
  /**
   * Returns the CRD of a kind at a place. It opens no place: undefined while the place is not open, as without trust or
   * consent, and as `PlaceSource.readDefinition`.
   */
  readDefinition(place: Place, kind: DefinedKind): Promise<Reading | undefined>;
}

/** Whether the row with the recorded objects of a place is open. */
export interface OpenedRelated {
  readonly place: Place;
  readonly isOpen: boolean;
}

/** Sets whether the sidebar's view, and a row with recorded objects in it, are visible. */
export interface ViewDemand {
  setViewVisibility(isVisible: boolean, related?: OpenedRelated): void;
  /** Called when VS Code has got the rows at the top of the view. */
  viewDrawn(): void;
}

/** Follows objects and roots for a surface until the surface disposes of them. */
export interface FollowSurface {
  /** Follows one whole object until the result is disposed of. */
  followObject(ref: Ref, place: Place): FollowedObject;
  /** Follows the roots of a place until the result is disposed of, even while the sidebar is hidden. */
  followRoots(place: Place): FollowedRoots;
}

/**
 * The manifests in open documents, each version of a document parsed once. A document that does not look like a manifest
 * is never parsed.
 */
export interface ManifestDocuments {
  /**
   * Returns the manifest in a document. Starts to parse a new version of the document. Undefined where the document is no
   * manifest, or until it is parsed and `onDidParse` fires.
   */
  getOrParseManifest(document: TextDocument): Manifest | undefined;
  /**
   * Whether the current version of a document is being parsed. Hints and decorations beside its text stay until
   * `onDidParse` fires.
   */
  isParsing(document: TextDocument): boolean;
  readonly onDidParse: Event<Uri>;
  /** Whether an object in a document is of a kind that the extension knows. */
  hasKnownKind(document: TextDocument): boolean;
}

/** What the user agreed to. */
export interface GivenConsent {
  /** Whether the login with this `loginPrint` may be run. It uses up no consent. */
  hasAgreed(login: string): boolean;
}

/** The settings of the user. */
export interface SettingsSource {
  readonly settings: ExtensionSettings;
  readonly onDidChangeSettings: Event<void>;
}

/** What VS Code gives the extension, and the log for bugs. */
export interface ExtensionHost {
  readonly context: ExtensionContext;
  readonly log: OutputLog;
}

/** What every surface beside a manifest needs. */
export interface ManifestSurface extends ExtensionHost, PlaceStates, ManifestDocuments {}

/** Everything that the surfaces share; only extension.ts uses the whole of it. */
export interface ExtensionSession
  extends Disposable,
    ExtensionHost,
    PlaceStates,
    PlaceControl,
    LiveClusters,
    ViewDemand,
    FollowSurface,
    ManifestDocuments,
    DefinitionSource,
    GivenConsent,
    SettingsSource {}
