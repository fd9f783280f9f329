import type { Manifest } from "./manifest.ts";

/** A Node as its kubelet last said it is, or as the node controller says of a kubelet that has stopped (nodelifecycle). */
export function nodeNamed(name: string, since: string, state: "ready" | "lost" = "ready"): Manifest {
  const condition = (type: string, good: "True" | "False", reason: string, message: string) => ({
    type,
    status: state === "lost" ? "Unknown" : good,
    lastHeartbeatTime: since,
    lastTransitionTime: since,
    reason: state === "lost" ? "NodeStatusUnknown" : reason,
    message: state === "lost" ? "Kubelet stopped posting node status." : message,
  });
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name } },
    ...(state === "lost" ? { spec: { taints: [{ key: "node.kubernetes.io/unreachable", effect: "NoExecute" }] } } : {}),
    status: {
      conditions: [
        condition("MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
        condition("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
        condition("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
        condition("Ready", "True", "KubeletReady", "kubelet is posting ready status"),
      ],
    },
  };
}
