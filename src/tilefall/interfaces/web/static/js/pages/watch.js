// Watch: agents play, or a game is seen again.

import { part } from "../dom.js";
import { onChange, settings } from "../settings.js";
import { beginning } from "../watch-address.js";
import { chooser } from "../watch-chooser.js";
import { RemoteDriver } from "../watch-driver.js";
import { watchView } from "../watch-view.js";

const wanted = beginning(location.hash.slice(1));
if (wanted) {
  const options = { canPlay: true, canLink: true, another: "/watch", look: settings };
  const shown = watchView(part("main"), new RemoteDriver(wanted), options);
  onChange(() => shown.refresh());
} else {
  void chooser(part("main"));
}
// another fragment is another game, and the address bar loads no page for it
addEventListener("hashchange", () => location.reload());
