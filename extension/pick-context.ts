import {
  ConfigurationTarget,
  type QuickPickItem,
  QuickPickItemKind,
  type WorkspaceFolder,
  window,
  workspace,
} from "vscode";
import type { Kubeconfig } from "../shared/io/kubeconfig.ts";
import * as words from "../shared/render/words-session.ts";
import { kubeconfigOf, sentenceOf } from "./choosing.ts";
import { section } from "./contributions.ts";
import { thisMachine } from "./machine.ts";
import type { ClusterPlace } from "./place.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { folderSettings } from "./settings.ts";
import { pick, tell, tellError } from "./telling.ts";

interface ContextItem extends QuickPickItem {
  /** Absent: none is named. */
  readonly context?: string;
}

/** Asks which context the sidebar is to show; `name` where it is known already. The cluster is asked nothing meanwhile. */
export async function pickContext(session: Session, name?: unknown): Promise<void> {
  const { place } = session.view;
  const { kubeconfig } = place.kind === "cluster" ? place : folderSettings();
  await pickFrom(session, kubeconfig === undefined ? {} : { kubeconfig }, name);
}

/** Asks for a kubeconfig in place of KUBECONFIG, then for one of its contexts; `path` where it is known already. */
export async function chooseKubeconfig(session: Session, path?: unknown): Promise<void> {
  const title = words.chooseKubeconfigTitle(say);
  const chosen = typeof path === "string" ? path : (await window.showOpenDialog({ title }))?.[0]?.fsPath;
  if (chosen !== undefined) await pickFrom(session, { kubeconfig: chosen });
}

async function pickFrom(session: Session, where: Pick<ClusterPlace, "kubeconfig">, name?: unknown): Promise<void> {
  const config = await contextsOf(where);
  if (config === undefined) return;
  const picked =
    typeof name === "string" && config.contexts.has(name)
      ? { context: name }
      : await pick(itemsOf(config, followCurrent(config)), {
          title: words.pickContextTitle(say),
          matchOnDescription: true,
          matchOnDetail: true,
        });
  if (picked === undefined || ("kind" in picked && picked.kind === QuickPickItemKind.Separator)) return;
  const { context } = picked;
  const { place } = session.view;
  // Namespaces of one cluster say nothing of another.
  const isSame = place.kind === "cluster" && place.context === context && place.kubeconfig === where.kubeconfig;
  const { namespaces } = isSame ? place : folderSettings();
  session.use({ kind: "cluster", ...where, ...(context !== undefined && { context }), namespaces });
  session.connect();
}

/** Asks for a context that counts for a folder, and writes it into the folder's settings. */
export async function pinContext(session: Session): Promise<void> {
  const folder = await folderToPin();
  if (folder === undefined) return;
  const { kubeconfig } = folderSettings(folder.uri);
  const config = await contextsOf(kubeconfig === undefined ? {} : { kubeconfig });
  if (config === undefined) return;
  const unpin: ContextItem = { label: words.unpinLabel(say), detail: words.unpinDetail(say) };
  const picked = await pick(itemsOf(config, unpin), {
    title: words.pickPinTitle(say, folder.name),
    matchOnDescription: true,
  });
  if (picked === undefined) return;
  const isAlone = workspace.workspaceFolders?.length === 1;
  const target = isAlone ? ConfigurationTarget.Workspace : ConfigurationTarget.WorkspaceFolder;
  await workspace.getConfiguration(section, folder.uri).update("context", picked.context, target);
  session.moved();
}

async function folderToPin(): Promise<WorkspaceFolder | undefined> {
  const { workspaceFolders: folders = [] } = workspace;
  const active = window.activeTextEditor;
  const own = active === undefined ? undefined : workspace.getWorkspaceFolder(active.document.uri);
  if (folders.length <= 1 || own !== undefined) {
    const [only = own] = own === undefined ? folders : [own];
    if (only === undefined) await tell(words.noFolder(say));
    return only;
  }
  const picked = await pick(
    folders.map((folder) => ({ label: folder.name, folder })),
    { title: words.pickFolderTitle(say) },
  );
  return picked?.folder;
}

/** What can be chosen, or undefined after the person was told why nothing can. */
async function contextsOf(place: Pick<ClusterPlace, "kubeconfig">): Promise<Kubeconfig | undefined> {
  try {
    const config = await kubeconfigOf(place, thisMachine());
    if (config.contexts.size > 0) return config;
    await tell(words.noContexts(say, config.files.join(", ")));
  } catch (error) {
    await tellError(sentenceOf(error));
  }
  return undefined;
}

/** The current one first, then each file's own in the order of the kubeconfig. */
function itemsOf(config: Kubeconfig, first: ContextItem): readonly ContextItem[] {
  const byFile = Map.groupBy(config.contexts.values(), ({ file }) => file);
  const items = [...byFile].flatMap(([file, contexts]): readonly ContextItem[] => [
    { label: file, kind: QuickPickItemKind.Separator },
    ...contexts.map(({ name, cluster, user, namespace }): ContextItem => {
      const server = cluster === undefined ? undefined : config.clusters.get(cluster)?.server;
      const detail = [
        server ?? cluster,
        user === undefined ? undefined : words.userWords(say, user),
        namespace === undefined ? undefined : words.namespaceWords(say, namespace),
      ].filter((part) => part !== undefined);
      return {
        label: name,
        ...(name === config.currentContext && { description: words.currentContextWord(say) }),
        detail: detail.join(" · "),
        context: name,
      };
    }),
  ]);
  return [first, ...items];
}

function followCurrent({ currentContext = "" }: Kubeconfig): ContextItem {
  return { label: words.followCurrentLabel(say), detail: words.followCurrentDetail(say, currentContext) };
}
