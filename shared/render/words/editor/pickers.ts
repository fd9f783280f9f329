import type { Translate } from "../translate.ts";

// The extension's questions to a user who chooses a source.

export const pickContextTitle = (say: Translate): string => say("Which cluster? Contexts of the kubeconfig");
export const pickPinTitle = (say: Translate, folder: string): string =>
  say("Which context counts for folder {0}?", folder);
export const chooseKubeconfigTitle = (say: Translate): string => say("Which kubeconfig?");
export const currentContextWord = (say: Translate): string => say("current");
export const followCurrentLabel = (say: Translate): string => say("Whatever is current");
export const followCurrentDetail = (say: Translate, current: string): string =>
  say("now {0}; follows kubectl config use-context", current);
export const unpinLabel = (say: Translate): string => say("No pin");
export const unpinDetail = (say: Translate): string => say("what the sidebar shows counts");
export const noContexts = (say: Translate, where: string): string =>
  say("There is no context in {0}; log in to a cluster first, or set hcoStatus.kubeconfig", where);
export const userWords = (say: Translate, user: string): string => say("as {0}", user);
export const namespaceWords = (say: Translate, namespace: string): string => say("namespace {0}", namespace);

export const pickNamespacesTitle = (say: Translate): string => say("Which namespaces? None chosen: all");
export const namespacesTyped = (say: Translate): string =>
  say("The cluster does not list its namespaces for you; type those you may read, between commas");
export const seenHere = (say: Translate): string => say("has something to show");

export const openWhat = (say: Translate): string => say("What is to be opened?");
export const gatherFolder = (say: Translate): string => say("Folder of a must-gather");
export const gatherArchive = (say: Translate): string => say("Archive of a must-gather (tar, tar.gz, zip)");
export const dumpFile = (say: Translate): string => say("File of manifests or a kept snapshot (YAML, JSON)");
export const dumpFolder = (say: Translate): string => say("Folder of manifests");
export const sampleLabel = (say: Translate): string => say("The bundled sample");
export const openWord = (say: Translate): string => say("Open");

export const noFolder = (say: Translate): string => say("Open a folder first; a context is pinned for a folder");
export const pickFolderTitle = (say: Translate): string => say("For which folder?");
export const manifestNotFound = (say: Translate, name: string): string =>
  say("No file of the workspace holds {0}", name);
export const pickManifestTitle = (say: Translate, name: string): string => say("Which file of {0}?", name);
export const searchingText = (say: Translate, name: string): string => say("Looking for the manifest of {0}", name);
