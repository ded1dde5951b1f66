// Run by gjs, as the browser that WebKitWebDriver drives: a window with nothing but a page of WebKitGTK. WebKit's own
// MiniBrowser cannot be used: driven, it keeps no profile on disk, and it is never narrower than 447 pixels.
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit2 from 'gi://WebKit2?version=4.1';

Gtk.init(null);
// Pages see this as the wish for less motion.
Gtk.Settings.get_default().gtk_enable_animations = false;
const profile = GLib.getenv('HOME');
const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
  }),
});
context.set_preferred_languages(['en-US']);
context.set_automation_allowed(true);
context.connect('download-started', (_context, download) =>
  download.connect('decide-destination', (_download, name) => {
    download.set_destination(GLib.filename_to_uri(`${profile}/downloads/${name}`, null));
    return true;
  }),
);

const window = new Gtk.Window();
const loop = new GLib.MainLoop(null, false);
window.connect('destroy', () => loop.quit());
context.connect('automation-started', (_context, session) =>
  session.connect('create-web-view', () => {
    const view = new WebKit2.WebView({
      web_context: context,
      settings: new WebKit2.Settings({
        enable_write_console_messages_to_stdout: true,
        // There is no graphics card, and imitating one takes longer than drawing.
        hardware_acceleration_policy: WebKit2.HardwareAccelerationPolicy.NEVER,
      }),
      is_controlled_by_automation: true,
    });
    window.add(view);
    window.show_all();
    view.grab_focus();
    return view;
  }),
);
loop.run();
