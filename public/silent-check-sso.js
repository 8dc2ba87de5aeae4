// Hands the identity provider's answer, which stands in this address, to the page that opened the frame.
parent.postMessage(location.href, location.origin);
