// Everything works as plain links and forms; this makes it calmer where scripts run.
import { start as startSwap } from "./swap.js";
import { start as startPick } from "./pick.js";
import { start as startLive } from "./live.js";
import { start as startWatch } from "./watch.js";

document.documentElement.classList.add("js");
startSwap();
startPick();
startLive();
startWatch();
