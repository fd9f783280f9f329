import { Disposable, extensions } from "vscode";
import type { ExtensionHost, PlaceStates } from "../session/session-parts.ts";

/** The Kubernetes extension, whose explorer takes nodes of others. */
const kubernetesExtension = "ms-kubernetes-tools.vscode-kubernetes-tools";

/** Adds nodes to the explorer of the Kubernetes extension, once that extension runs and something was read. */
export function registerExplorer(session: ExtensionHost & PlaceStates): Disposable {
  let contributed: Disposable | undefined;
  let isOffered = false;
  let isDisposed = false;

  async function offer(): Promise<void> {
    if (isOffered || session.sidebar.report === undefined) return;
    const other = extensions.getExtension(kubernetesExtension);
    if (other?.isActive !== true) return;
    isOffered = true;
    const { contributeNodes } = await import("./contribute-nodes.lazy.ts");
    if (!isDisposed) contributed = contributeNodes(session, other.exports);
  }

  return Disposable.from(
    session.onDidChangePlace(() => void offer().catch(session.log.failed)),
    new Disposable(() => {
      isDisposed = true;
      contributed?.dispose();
    }),
  );
}
