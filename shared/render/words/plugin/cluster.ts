/** Why a watch or a wait does not begin, where the connection gives no cause. */
export const noServerText = "the server does not respond";
