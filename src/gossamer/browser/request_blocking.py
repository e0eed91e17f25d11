"""Requests that a rendered page may skip: unused pictures and advertising.

The hosts are those that serve advertisements, audience measurement and session recording
and nothing a reader would miss. Consent managers are not among them: without their script
some sites show nothing at all.
"""

from functools import lru_cache

from gossamer.core.actions import PrintPdf, TakeScreenshot
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import host_of

_ADVERTISING = """
2mdn.net 3lift.com 33across.com a-ads.com aax-us-east.amazon-adsystem.com adcolony.com adform.net adgrx.com
adhigh.net adition.com adkernel.com admanmedia.com admixer.net adnxs.com adnxs-simple.com adroll.com ads-twitter.com
ads.linkedin.com ads.pinterest.com ads.yahoo.com adsafeprotected.com adservice.google.com adsrvr.org adsterra.com
adsymptotic.com adtechus.com advertising.com agkn.com amazon-adsystem.com an.yandex.ru appnexus.com atdmt.com
atemda.com bidswitch.net bluekai.com bounceexchange.com buysellads.com carbonads.net casalemedia.com cdn.carbonads.com
connatix.com connextra.com contextweb.com criteo.com criteo.net crwdcntrl.net demdex.net deployads.com districtm.io
dotomi.com doubleclick.net doubleverify.com emxdgt.com exelator.com exoclick.com exponential.com eyeota.net
flashtalking.com freewheel.tv fwmrm.net g.doubleclick.net gumgum.com googleadservices.com googlesyndication.com
googletagservices.com id5-sync.com imasdk.googleapis.com imrworldwide.com indexww.com innovid.com intentiq.com
ipredictive.com juicyads.com kargo.com krxd.net lijit.com liadm.com liveintent.com media.net mediavine.com
ml314.com mookie1.com moatads.com mgid.com nativo.com openx.net outbrain.com outbrainimg.com
pagead2.googlesyndication.com perfectaudience.com permutive.app popads.net popcash.net propellerads.com
pubmatic.com pubmine.com quantcount.com quantserve.com rayjump.com revcontent.com rfihub.com richaudience.com
rlcdn.com rubiconproject.com scorecardresearch.com serving-sys.com servenobid.com sharethrough.com simpli.fi
sitescout.com smaato.net smartadserver.com sonobi.com sovrn.com spotx.tv spotxchange.com springserve.com
stackadapt.com taboola.com taboolasyndication.com tapad.com teads.tv tidaltv.com tremorhub.com tribalfusion.com
triplelift.com turn.com undertone.com unrulymedia.com yieldlab.net yieldlove.com yieldmo.com zedo.com zemanta.com
"""

_MEASUREMENT = """
amplitude.com app-measurement.com bat.bing.com chartbeat.com chartbeat.net clarity.ms clicktale.net
cloudflareinsights.com comscore.com connect.facebook.net crazyegg.com fullstory.com google-analytics.com
heapanalytics.com hotjar.com hotjar.io inspectlet.com kissmetrics.com luckyorange.com matheranalytics.com mc.yandex.ru
mixpanel.com mouseflow.com mxpnl.com newrelic.com nr-data.net omtrdc.net parsely.com pingdom.net plausible.io
px.ads.linkedin.com segment.com segment.io sessioncam.com snap.licdn.com ssl.google-analytics.com statcounter.com
stats.g.doubleclick.net tiqcdn.com tr.snapchat.com analytics.tiktok.com analytics.twitter.com umami.is
"""

AD_HOSTS: frozenset[str] = frozenset((_ADVERTISING + _MEASUREMENT).split())

# Matching by ending costs nothing; intercepting by resource type puts every request of the page
# through the browser process twice and cost a third of the page's CPU.
_PICTURES = "apng avif bmp gif ico jpeg jpg png svg tif tiff webp"
_FONTS = "eot otf ttf woff woff2"
_MEDIA = "aac flac m3u8 m4a m4s m4v mkv mov mp3 mp4 mpd mpg ogg ogv opus ts wav webm"
# Scripts and pages have been seen under these endings, so they count only without a query.
_AMBIGUOUS = frozenset({"ts", "svg"})


def is_looked_at(request: FetchRequest) -> bool:
    """Return whether anybody will see a picture of the page."""
    pictures = any(isinstance(action, TakeScreenshot | PrintPdf) for action in request.actions)
    return request.load_images or request.screenshot is not None or pictures


def blocked_urls(request: FetchRequest) -> tuple[str, ...]:
    """Return wildcard patterns of what *request* need not load, as Network.setBlockedURLs takes them.

    A site that is itself on the list is visited like any other.
    """
    pictures = () if is_looked_at(request) else _endings()
    if not request.block_ads:
        return pictures
    labels = host_of(request.url).split(".")
    ad_hosts = AD_HOSTS.intersection(".".join(labels[start:]) for start in range(len(labels)))
    return (*_hosts(ad_hosts), *pictures)


@lru_cache(maxsize=16)
def _hosts(without: frozenset[str]) -> tuple[str, ...]:
    hosts = sorted(AD_HOSTS - without)
    return tuple(pattern for host in hosts for pattern in (f"*://{host}/*", f"*://*.{host}/*"))


@lru_cache(maxsize=1)
def _endings() -> tuple[str, ...]:
    names = f"{_PICTURES} {_FONTS} {_MEDIA}".split()
    with_query = (f"*.{name}?*" for name in names if name not in _AMBIGUOUS)
    return (*(f"*.{name}" for name in names), *with_query)
