import { describeAsKubectl } from "./compare.ts";

describeAsKubectl("the protocol is the one that kubectl and the server settle on", [
  { title: "HTTP/2 where the server has it" },
  { title: "HTTP/1.1 where it has not", cluster: { server: "https://127.0.0.1:{old}" } },
  { title: "HTTP/1.1 by DISABLE_HTTP2", env: { DISABLE_HTTP2: "false" } },
  { title: "HTTP/2 by an empty DISABLE_HTTP2", env: { DISABLE_HTTP2: "" } },
  {
    title: "HTTP/1.1 by DISABLE_HTTP2, through a proxy",
    env: { DISABLE_HTTP2: "1", HTTPS_PROXY: "http://127.0.0.1:{proxy}" },
    cluster: { server: "https://{here}:{main}" },
  },
]);
