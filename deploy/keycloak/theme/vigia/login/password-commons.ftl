<#-- Changing a credential ends all other sessions; this field is how the server is asked to do so. -->
<#macro logoutOtherSessions>
    <input type="hidden" name="logout-sessions" value="on">
    <p>${msg("otherSessionsEnd")}</p>
</#macro>
