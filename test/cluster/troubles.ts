/** Why Pods do not run, in the words of the kubelet, the scheduler and the controllers. */
import { minutesBefore } from "./clock.ts";
import type { Trouble } from "./workloads.ts";

/** An image that is not there: the kubelet waits longer and longer (kubelet, images/image_manager.go). */
export function missingImageTrouble(image: string, ready: number, since: string): Trouble {
  const cause = `failed to resolve reference "${image}": ${image}: not found`;
  return {
    since,
    ready,
    waiting: { reason: "ImagePullBackOff", message: `Back-off pulling image "${image}": ErrImagePull: ${cause}` },
    event: { reason: "Failed", message: `Failed to pull image "${image}": ${cause}` },
  };
}

/**
 * A container that ends as soon as it starts (kubelet, kuberuntime_manager.go, doBackOff): the pod has not been ready since
 * `since`, and its last run ended some minutes later.
 */
export function crashTrouble(container: string, since: string, exitCode = 1): Trouble {
  return {
    since,
    ready: 0,
    waiting: { reason: "CrashLoopBackOff", message: `back-off 5m0s restarting failed container=${container}` },
    event: { reason: "BackOff", message: `Back-off restarting failed container ${container}` },
    restarts: 7,
    terminated: { reason: "Error", exitCode, finishedAt: minutesAfter(since, 2.5) },
  };
}

/** The kernel killed it for its memory limit. */
export function oomTrouble(container: string, since: string): Trouble {
  const terminated = { reason: "OOMKilled", exitCode: 137, finishedAt: minutesAfter(since, 2.5) };
  return { ...crashTrouble(container, since), terminated };
}

/** It runs, and its readiness probe says no (kubelet, prober.go). */
export function readinessTrouble(ready: number, since: string): Trouble {
  const cause = 'Get "https://10.244.1.7:8443/leader": dial tcp 10.244.1.7:8443: connect: connection refused';
  return { since, ready, event: { reason: "Unhealthy", message: `Readiness probe failed: ${cause}` } };
}

/** No node has room (scheduler, framework/types.go, FitError). */
export function schedulingTrouble(ready: number, since: string): Trouble {
  const message =
    "0/3 nodes are available: 3 Insufficient memory. " +
    "preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.";
  return { since, ready, unschedulable: message, event: { reason: "FailedScheduling", message } };
}

/** A ResourceQuota is used up (apiserver, admission/plugin/resourcequota/controller.go; replica_set.go). */
export function quotaTrouble(pods: string, ready: number, since: string): Trouble {
  const refused = `pods "${pods}" is forbidden: exceeded quota: pods, requested: pods=1, used: pods=20, limited: pods=20`;
  return { since, ready, refused, event: { reason: "FailedCreate", message: `Error creating: ${refused}` } };
}

/** An init container that fails again and again. */
export function initTrouble(container: string, since: string): Trouble {
  return { ...crashTrouble(container, since), isInit: true };
}

/** Its node has stopped to report (kube-controller-manager, nodelifecycle). */
export function nodeLost(node: string, ready: number, since: string): Trouble {
  return { since, ready, node, isLost: true, event: { reason: "NodeNotReady", message: "Node is not ready" } };
}

function minutesAfter(since: string, minutes: number): string {
  return minutesBefore(new Date(since), -minutes);
}
