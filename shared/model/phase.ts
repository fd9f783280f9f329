/**
 * How far an editor has come with a place that it shows:
 * - `untrusted`: the workspace is not trusted, so nothing is asked; `paused`: nobody has asked to connect;
 * - `noKubeconfig`, `noContext`, `unusable`: nothing to connect to, or what there is cannot be used;
 * - `connecting`: nothing is known yet; `authRequired`, `unreachable`: and why not;
 * - `forbidden`, `noSuchKind`, `empty`: the server answered, and there is no root to show, for these reasons;
 * - `shown`: there is a Report with roots, however old: its link says how old.
 */
export type Phase =
  | "untrusted"
  | "paused"
  | "noKubeconfig"
  | "noContext"
  | "unusable"
  | "connecting"
  | "authRequired"
  | "unreachable"
  | "forbidden"
  | "noSuchKind"
  | "empty"
  | "shown";
