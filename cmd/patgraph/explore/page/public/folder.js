// A page that is opened from a folder, without a web server, can load no modules and start no analyzer.
"use strict";
if (location.protocol === "file:") {
  document.getElementById("app").textContent =
    "The playground needs a web server, such as python3 -m http.server in the folder of the site. The other pages do not.";
}
