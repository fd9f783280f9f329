import type { Say } from "./say.ts";

// What the extension asks a person while choosing where to look.

export const pickContextTitle = (say: Say): string => say("Which cluster? Contexts of the kubeconfig");
export const pickPinTitle = (say: Say, folder: string): string => say("Which context counts for folder {0}?", folder);
export const chooseKubeconfigTitle = (say: Say): string => say("Which kubeconfig?");
export const currentContextWord = (say: Say): string => say("current");
export const followCurrentLabel = (say: Say): string => say("Whatever is current");
export const followCurrentDetail = (say: Say, current: string): string =>
  say("now {0}; follows kubectl config use-context", current);
export const unpinLabel = (say: Say): string => say("No pin");
export const unpinDetail = (say: Say): string => say("what the sidebar shows counts");
export const noContexts = (say: Say, where: string): string =>
  say("There is no context in {0}; log in to a cluster first, or set hcoStatus.kubeconfig", where);
export const userWords = (say: Say, user: string): string => say("as {0}", user);
export const namespaceWords = (say: Say, namespace: string): string => say("namespace {0}", namespace);

export const pickNamespacesTitle = (say: Say): string => say("Which namespaces? None chosen: all");
export const namespacesTyped = (say: Say): string =>
  say("The cluster does not list its namespaces for you; type those you may read, between commas");
export const seenHere = (say: Say): string => say("has something to show");

export const openWhat = (say: Say): string => say("What is to be opened?");
export const gatherFolder = (say: Say): string => say("Folder of a must-gather");
export const gatherArchive = (say: Say): string => say("Archive of a must-gather (tar, tar.gz, zip)");
export const dumpFile = (say: Say): string => say("File of manifests or a kept snapshot (YAML, JSON)");
export const dumpFolder = (say: Say): string => say("Folder of manifests");
export const sampleLabel = (say: Say): string => say("The bundled sample");
export const openWord = (say: Say): string => say("Open");

export const noFolder = (say: Say): string => say("Open a folder first; a context is pinned for a folder");
export const pickFolderTitle = (say: Say): string => say("For which folder?");
export const manifestNotFound = (say: Say, name: string): string => say("No file of the workspace holds {0}", name);
export const pickManifestTitle = (say: Say, name: string): string => say("Which file of {0}?", name);
export const searching = (say: Say, name: string): string => say("Looking for the manifest of {0}", name);
