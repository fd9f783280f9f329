/** The end of a log: as much as a report reads of one. */
export interface LogEnd {
  readonly text: string;
  /** The text begins within the log. */
  readonly isEnd: boolean;
}

/** The most bytes that are read of a log, from its end. */
export const mostLogBytes: number = 64 * 1024;

/** Collects the last bytes of what comes in pieces. */
export interface TailCollector {
  add(chunk: Uint8Array): void;
  end(): LogEnd;
}

/** Keeps at most `most` bytes, and never more than two pieces beyond that. */
export function collectTail(most: number = mostLogBytes): TailCollector {
  let kept: Uint8Array[] = [];
  let bytes = 0;
  let all = 0;
  return {
    add(chunk) {
      all += chunk.length;
      bytes += chunk.length;
      kept.push(chunk);
      while (bytes - (kept[0]?.length ?? 0) >= most) bytes -= kept.shift()?.length ?? 0;
      // A piece is a part of a large buffer, which it would keep alive.
      if (bytes > 2 * most) kept = [Buffer.from(Buffer.concat(kept).subarray(-most))];
      bytes = kept.reduce((sum, each) => sum + each.length, 0);
    },
    end: () => ({ text: Buffer.concat(kept).subarray(-most).toString(), isEnd: all > most }),
  };
}

/** The end of a text that is in memory. */
export function endOfText(text: string): LogEnd {
  return { text: text.slice(-mostLogBytes), isEnd: text.length > mostLogBytes };
}

/**
 * Whether a path is that of a log that could explain a report: `oc adm inspect` writes those of each container below
 * `pods` (openshift/oc pkg/cli/admin/inspect/pod.go). Logs of OpenShift's own operators, which are nearly all of a
 * must-gather, explain none.
 */
export function isContainerLog(path: string): boolean {
  const found =
    /(?:^|\/)namespaces\/([^/]+)\/pods\/[^/]+(?:\/[^/]+){1,2}\/logs\/(?:current|previous)(?:\.insecure)?\.log$/.exec(
      path,
    );
  const namespace = found?.[1] ?? "kube-system";
  return !/^(?:openshift-|kube-)/.test(namespace) || /cnv|virt/.test(namespace);
}
