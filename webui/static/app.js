// Everything works as plain links and forms; this makes it calmer where scripts run.
import { start as startSwap } from "./swap.js";
import { start as startLive } from "./live.js";

document.documentElement.classList.add("js");
startSwap();
startLive();
