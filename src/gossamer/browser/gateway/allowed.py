"""The commands that reach a page, a frame or a worker; all others are refused.

A command that a later Chromium brings is not here until somebody has thought about it. Left out is what
touches files of the host (DOM.setFileInputFiles, Page.setDownloadBehavior), what is the browser's and so others'
as well (Tracing, SystemInfo, Browser, Memory, screens, virtual time, permissions), and what goes to the network by
another way than pages do (Network.loadNetworkResource).
"""

from collections.abc import Mapping

_ALL = None


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


ALLOWED: Mapping[str, frozenset[str] | None] = {
    "Accessibility": _ALL,
    "Animation": _ALL,
    "Audits": _names("disable enable"),
    "CSS": _ALL,
    "Console": _ALL,
    "DOM": _names(
        "collectClassNamesFromSubtree copyTo describeNode disable discardSearchResults enable focus "
        "getAnchorElement getAttributes getBoxModel getContainerForNode getContentQuads getDocument "
        "getElementByRelation getFlattenedDocument getFrameOwner getNodeForLocation getNodeStackTraces "
        "getNodesForSubtreeByStyle getOuterHTML getRelayoutBoundary getSearchResults getTopLayerElements "
        "hideHighlight highlightNode highlightRect markUndoableState moveTo performSearch "
        "pushNodeByPathToFrontend pushNodesByBackendIdsToFrontend querySelector querySelectorAll redo "
        "removeAttribute removeNode requestChildNodes requestNode resolveNode scrollIntoViewIfNeeded "
        "setAttributeValue setAttributesAsText setInspectedNode setNodeName setNodeStackTracesEnabled "
        "setNodeValue setOuterHTML undo"
    ),
    "DOMDebugger": _ALL,
    "DOMSnapshot": _ALL,
    "DOMStorage": _names("clear disable enable getDOMStorageItems removeDOMStorageItem setDOMStorageItem"),
    "Debugger": _ALL,
    "Emulation": _names(
        "canEmulate clearDeviceMetricsOverride clearGeolocationOverride clearIdleOverride "
        "resetPageScaleFactor setAutoDarkModeOverride setAutomationOverride setCPUThrottlingRate "
        "setDefaultBackgroundColorOverride setDeviceMetricsOverride setDisabledImageTypes "
        "setDocumentCookieDisabled setEmitTouchEventsForMouse setEmulatedMedia setEmulatedVisionDeficiency "
        "setFocusEmulationEnabled setGeolocationOverride setHardwareConcurrencyOverride setIdleOverride "
        "setLocaleOverride setPageScaleFactor setScriptExecutionDisabled setScrollbarsHidden "
        "setTimezoneOverride setTouchEmulationEnabled setUserAgentOverride setVisibleSize"
    ),
    "Fetch": _names(
        "continueRequest continueResponse continueWithAuth disable enable failRequest fulfillRequest "
        "getResponseBody takeResponseBodyAsStream"
    ),
    "HeapProfiler": _names("collectGarbage disable enable"),
    "IO": _names("close read"),
    "Input": _names(
        "cancelDragging dispatchDragEvent dispatchKeyEvent dispatchMouseEvent dispatchTouchEvent "
        "emulateTouchFromMouseEvent imeSetComposition insertText setIgnoreInputEvents setInterceptDrags "
        "synthesizePinchGesture synthesizeScrollGesture synthesizeTapGesture"
    ),
    "Inspector": _names("disable enable"),
    "Log": _ALL,
    "Network": _names(
        "clearAcceptedEncodingsOverride clearBrowserCache clearBrowserCookies deleteCookies disable "
        "emulateNetworkConditions emulateNetworkConditionsByRule enable enableReportingApi getAllCookies "
        "getCertificate getCookies getRequestPostData getResponseBody getSecurityIsolationStatus "
        "overrideNetworkState replayXHR searchInResponseBody setAcceptedEncodings setAttachDebugStack "
        "setBlockedURLs setBypassServiceWorker setCacheDisabled setCookie setCookies setExtraHTTPHeaders "
        "setUserAgentOverride streamResourceContent"
    ),
    "Overlay": _ALL,
    "Page": _names(
        "addScriptToEvaluateOnNewDocument bringToFront captureScreenshot captureSnapshot "
        "createIsolatedWorld disable enable getAppManifest getFrameTree getLayoutMetrics getNavigationHistory "
        "getResourceContent getResourceTree handleJavaScriptDialog navigate navigateToHistoryEntry printToPDF "
        "reload removeScriptToEvaluateOnNewDocument resetNavigationHistory screencastFrameAck "
        "searchInResource setBypassCSP setDocumentContent setFontFamilies setFontSizes "
        "setInterceptFileChooserDialog setLifecycleEventsEnabled startScreencast stopLoading stopScreencast"
    ),
    "Performance": _ALL,
    "PerformanceTimeline": _ALL,
    "Profiler": _ALL,
    "Runtime": _ALL,
    "Schema": _names("getDomains"),
    "Security": _names("disable enable setIgnoreCertificateErrors"),
    "Storage": _names("clearCookies clearDataForOrigin getCookies getStorageKeyForFrame getUsageAndQuota setCookies"),
    "Target": _names("detachFromTarget setAutoAttach"),
}
