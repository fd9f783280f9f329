/**
 * The state of a place that an editor shows:
 * - `untrusted`: the workspace is not trusted, so nothing is requested; `paused`: the user has not connected;
 * - `noKubeconfig`, `noContext`, `unusable`: no connection settings, or settings that cannot be used;
 * - `connecting`: nothing is known yet; `authRequired`, `unreachable`: and why not;
 * - `forbidden`, `noSuchKind`, `empty`: the server responded, and there is no root to show, for these reasons;
 * - `shown`: there is a Report with roots, however old; its link says how old.
 */
export type PlacePhase =
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
