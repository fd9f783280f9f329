import type { Translate } from "../../../outline/translate.ts";

// The extension's questions to a user who chooses a source.

export const pickContextTitle = (say: Translate): string => say("Select a context of the kubeconfig");
export const pickPinTitle = (say: Translate, folder: string): string =>
  say("Select the context for folder {0}", folder);
export const chooseKubeconfigTitle = (say: Translate): string => say("Select a kubeconfig");
export const currentContextWord = (say: Translate): string => say("current");
export const followCurrentLabel = (say: Translate): string => say("Current context");
export const followCurrentDetail = (say: Translate, current: string): string =>
  say("now {0}; changes with kubectl config use-context", current);
export const unpinLabel = (say: Translate): string => say("No pin");
export const unpinDetail = (say: Translate): string => say("use the context of the sidebar");
export const noContexts = (say: Translate, where: string): string =>
  say("No context in {0}; log in to a cluster, or set hcoStatus.kubeconfig", where);
export const userWords = (say: Translate, user: string): string => say("as {0}", user);
export const namespaceWords = (say: Translate, namespace: string): string => say("namespace {0}", namespace);

export const pickNamespacesTitle = (say: Translate): string => say("Select namespaces (none selected: all)");
export const namespacesTyped = (say: Translate): string =>
  say("No permission to list namespaces; enter those that you may read, comma-separated");
export const seenHere = (say: Translate): string => say("has supported objects");

export const openWhat = (say: Translate): string => say("Select what to open");
export const gatherFolder = (say: Translate): string => say("Must-gather folder");
export const gatherArchive = (say: Translate): string => say("Must-gather archive (tar, tar.gz, zip)");
export const dumpFile = (say: Translate): string => say("File of manifests, or a snapshot (YAML, JSON)");
export const dumpFolder = (say: Translate): string => say("Folder of manifests");
export const sampleLabel = (say: Translate): string => say("The bundled sample");
export const openWord = (say: Translate): string => say("Open");

export const noFolder = (say: Translate): string => say("Open a folder first; a context is pinned to a folder");
export const pickFolderTitle = (say: Translate): string => say("Select a folder");
export const manifestNotFound = (say: Translate, name: string): string =>
  say("No file in the workspace contains {0}", name);
export const pickManifestTitle = (say: Translate, name: string): string => say("Select a file of {0}", name);
export const searchingText = (say: Translate, name: string): string => say("Searching for the manifest of {0}", name);
