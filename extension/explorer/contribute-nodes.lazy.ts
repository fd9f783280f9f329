import { Disposable, ThemeIcon, TreeItem, workspace } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Verdict } from "../../shared/model/verdict.ts";
import { type ExplorerNode, explorerNodes } from "../../shared/render/editor/explorer-nodes.ts";
import { asOfTime } from "../places/place-state.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { commandIds, viewIds } from "../platform/contributions.ts";
import type { PlaceStates } from "../session/session-parts.ts";

// The part of the Kubernetes extension's API that is used here (npm vscode-kubernetes-tools-api 1.3.0, clusterExplorer v1).
// The package itself is no dependency, because its last change is of 2021.

interface KubernetesApi {
  getAPI(component: "clusterExplorer", version: "v1"): { readonly available: boolean; readonly api?: ClusterExplorer };
}

interface ClusterExplorer {
  registerNodeContributor(contributor: NodeContributor): void;
  refresh(): void;
}

interface NodeContributor {
  contributesChildren(parent: ParentNode | undefined): boolean;
  getChildren(parent: ParentNode | undefined): Promise<readonly ContributedNode[]>;
}

interface ContributedNode {
  getChildren(): Promise<readonly ContributedNode[]>;
  getTreeItem(): TreeItem;
}

/** A node of that explorer. The active context has the type `context`. */
interface ParentNode {
  readonly nodeType: string;
  readonly name?: string;
}

/** The other tree sends requests of its own at each refresh. */
const minRefreshIntervalMs = 5_000;

/**
 * Adds a node for each root below the active context of the Kubernetes extension. The explorer is refreshed where a
 * verdict changes, so that no old one stays. A contributor cannot be removed, so that it has no nodes after disposal.
 */
export function contributeNodes(session: PlaceStates, exported: unknown): Disposable {
  const api = exported as Partial<KubernetesApi> | undefined;
  const explorer = api?.getAPI?.("clusterExplorer", "v1").api;
  if (explorer === undefined) return new Disposable(() => {});
  let isDisposed = false;
  /** The nodes of the active context as JSON. */
  let shownNodes = "";
  const refresh = coalesceCalls(() => explorer.refresh(), minRefreshIntervalMs, systemClock);

  explorer.registerNodeContributor({
    contributesChildren: (parent) =>
      !isDisposed && listContextNodes(session, parent?.nodeType === "context" && parent.name).length > 0,
    getChildren: async (parent) => (isDisposed ? [] : listContextNodes(session, parent?.name).map(buildNode)),
  });
  const changes = Disposable.from(
    session.onDidChangePlace(refreshWhereChanged),
    session.onDidSwitchPlace(refreshWhereChanged),
  );
  refreshWhereChanged();

  function refreshWhereChanged(): void {
    const { name } = session.sidebar;
    const nodes = JSON.stringify([name, listContextNodes(session, name)]);
    if (nodes === shownNodes) return;
    shownNodes = nodes;
    refresh.request();
  }

  return new Disposable(() => {
    isDisposed = true;
    refresh.cancel();
    changes.dispose();
    // Removes the nodes.
    explorer.refresh();
  });
}

/** Returns the nodes below a context: those of the sidebar, where both extensions read the same kubeconfig. */
function listContextNodes({ sidebar }: PlaceStates, context: string | false | undefined): readonly ExplorerNode[] {
  const { place, report, name } = sidebar;
  const isSame = place.kind === "cluster" && place.kubeconfig === undefined && name !== "" && name === context;
  if (!isSame || report === undefined || hasOwnKubeconfig()) return [];
  return explorerNodes(report, asOfTime(sidebar));
}

/** Whether the Kubernetes extension reads another kubeconfig, in which the name may stand for another cluster. */
function hasOwnKubeconfig(): boolean {
  const path = workspace.getConfiguration("vs-kubernetes").get("vs-kubernetes.kubeconfig");
  return typeof path === "string" && path !== "";
}

function buildNode({ label, description, verdict, ref }: ExplorerNode): ContributedNode {
  return {
    getChildren: async () => [],
    getTreeItem() {
      const item = new TreeItem(label);
      item.description = description;
      item.iconPath = new ThemeIcon(icons[verdict]);
      item.command =
        ref === undefined
          ? { title: label, command: `${viewIds.roots}.focus` }
          : { title: label, command: commandIds.reveal, arguments: [ref] };
      return item;
    },
  };
}

const icons: Readonly<Record<Verdict, string>> = {
  unavailable: "error",
  degraded: "warning",
  unknown: "question",
  progressing: "sync",
  healthy: "pass",
};
