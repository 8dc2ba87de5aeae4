<#import "template.ftl" as layout>
<#-- Waits for the mailed link. Opened in this browser, it goes on there, and this page follows by itself. Opened in another
     one, the server ends this sign-in: one press leads back to the page that asked for it, which asks again. -->
<@layout.registrationLayout displayInfo=true displayMessage=(message?? && message.type == 'error'); section>
    <#if section = "header">
        ${msg("emailVerifyTitle")}
    <#elseif section = "form">
        <p>${msg("emailVerifyInstruction1", (verifyEmail!user.email))}</p>
        <#if (client.baseUrl)?has_content>
            <p>${msg("provenElsewhere")} <a id="proven-elsewhere" href="${client.baseUrl}">${msg("provenContinue")}</a></p>
            <script type="module">
                const way = document.getElementById("proven-elsewhere");
                const data = new URLSearchParams(location.search).get("client_data") ?? "";
                try {
                    const { ru } = JSON.parse(atob(data.replaceAll("-", "+").replaceAll("_", "/")));
                    // The address is in the query, so anybody could have written it.
                    if (new URL(ru).origin === new URL(way.href).origin) way.href = ru;
                } catch {
                    // Without it the link leads to the site's first page.
                }
            </script>
        </#if>
    <#elseif section = "info">
        <p>
            ${msg("emailVerifyInstruction2")} <a href="${url.loginAction}">${msg("doClickHere")}</a> ${msg("emailVerifyInstruction3")}
            ${msg("provenWrongAddress")} <a href="${url.loginRestartFlowUrl}">${msg("provenRestart")}</a>.
        </p>
    </#if>
</@layout.registrationLayout>
