// Watch: agents play, or a game is seen again.

import { part } from "../dom.js";
import { beginning } from "../watch-address.js";
import { chooser } from "../watch-chooser.js";
import { RemoteDriver } from "../watch-driver.js";
import { watchView } from "../watch-view.js";

const wanted = beginning(location.hash.slice(1));
if (wanted) watchView(part("main"), new RemoteDriver(wanted), { canPlay: true, canLink: true, another: "/watch" });
else void chooser(part("main"));
// another fragment is another game, and the address bar loads no page for it
addEventListener("hashchange", () => location.reload());
